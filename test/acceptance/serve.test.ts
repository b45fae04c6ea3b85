import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, startServer, type ServerProcess } from './run-backline.ts'
import { copyDemo, startDemo } from './start-demo.ts'

const folder = temporaryFolder()

describe('backline serve --demo', () => {
  const dataDir = join(folder, 'demo')
  let firstSeconds = 0
  const startSeconds = ({ said }: ServerProcess) => Number(/after ([0-9.]+) s/.exec(said())?.[1])

  it('offers a command that, pasted into a shell, gets a real answer', async () => {
    const server = await startServer(dataDir)
    firstSeconds = startSeconds(server)
    const pasted = spawnSync('sh', ['-c', server.curl.replace('curl', 'curl --silent --fail')], {
      encoding: 'utf8',
    })
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.equal(pasted.status, 0, pasted.stderr)
    const { ranking } = JSON.parse(pasted.stdout) as { ranking: { rank: number }[] }
    assert.equal(ranking[0]?.rank, 1)
  })

  it('keeps data and key, and restarts quickly without creating them again', async () => {
    const before = readFileSync(join(dataDir, 'demo-key'), 'utf8')
    const made = statSync(join(dataDir, 'dataset.db')).mtimeMs
    const server = await startServer(dataDir)
    assert.ok(server.curl.includes(before.trim()))
    const seconds = startSeconds(server)
    assert.ok(seconds < firstSeconds / 2, `${seconds} s after ${firstSeconds} s`)
    assert.equal(statSync(join(dataDir, 'dataset.db')).mtimeMs, made)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })

  it('creates files that only their owner can read, also in an existing folder', async () => {
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
    const given = join(folder, 'given')
    mkdirSync(given)
    chmodSync(given, 0o755)
    const server = await startServer(given)
    server.kill('SIGTERM')
    await server.ended
    for (const place of [dataDir, given]) {
      for (const file of readdirSync(place)) {
        assert.equal(statSync(join(place, file)).mode & 0o077, 0, file)
      }
    }
  })

  it('has neither key nor pepper in the database or in the log', async () => {
    const server = await startServer(dataDir)
    const key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    await get(`${server.origin}/api/open/v1/game/jp/announcements?access_token=${key}`, key)
    await get(`${server.origin}/api/open/v1/game/jp/announcement?id=777888999`, key)
    server.kill('SIGTERM')
    await server.ended
    const secrets = [
      key,
      readFileSync(join(dataDir, 'pepper'), 'utf8').trim(),
      '777888999',
      'Bearer',
    ]
    const places = ['accounts.db', 'accounts.db-wal', 'dataset.db', 'quota.bin'].filter((file) =>
      existsSync(join(dataDir, file)),
    )
    const texts = [
      server.log(),
      ...places.map((file) => readFileSync(join(dataDir, file), 'latin1')),
    ]
    for (const secret of secrets) {
      for (const text of texts) assert.ok(!text.includes(secret))
    }
    assert.ok(server.log().includes(key.slice(4, 16)), 'the public id is what the log knows')
  })

  it('logs one line per request if told, with its key id, operation, region and status', async () => {
    const server = await startServer(dataDir, { more: { BACKLINE_LOG_REQUESTS: 'all' } })
    const key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    const answer = await get(`${server.origin}/api/open/v1/game/jp/announcements`, key)
    server.kill('SIGTERM')
    await server.ended
    const lines = server
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const [line, ...others] = lines.filter(({ type }) => type === 'request.answered')
    assert.deepEqual(others, [])
    const { requestId, keyId, operation, region, status, durationMs } = line ?? {}
    assert.deepEqual(
      [requestId, keyId, operation, region, status],
      [answer.headers.get('x-request-id'), key.slice(4, 16), 'announcement.list', 'jp', 200],
    )
    assert.equal(typeof durationMs, 'number')
  })

  it('replaces a demo key that is no longer valid', async () => {
    const old = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    assert.equal(backline(dataDir, ['keys', 'rotate', old, '--overlap', '0s']).status, 0)
    const server = await startServer(dataDir)
    const key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    assert.notEqual(key, old)
    const { status } = await get(`${server.origin}/api/open/v1/game/jp/announcements`, key)
    server.kill('SIGTERM')
    await server.ended
    assert.equal(status, 200)
  })

  it('listens only on loopback addresses', () => {
    for (const name of ['BACKLINE_LISTEN', 'BACKLINE_ADMIN_LISTEN']) {
      const { status, stderr } = backline(join(folder, 'public'), ['serve', '--demo'], {
        [name]: '0.0.0.0:0',
      })
      assert.equal(status, 1)
      assert.match(stderr, new RegExp(`--demo listens only on loopback addresses, but ${name}`))
      assert.ok(!existsSync(join(folder, 'public')))
    }
  })

  it('does not change a folder that another process serves from', async () => {
    const server = await startServer(dataDir)
    const before = backline(dataDir, ['keys', 'list', '--json']).stdout
    rmSync(join(dataDir, 'demo-key'))
    assert.equal(backline(dataDir, ['serve', '--demo']).status, 1)
    assert.equal(backline(dataDir, ['keys', 'list', '--json']).stdout, before)
    assert.ok(!existsSync(join(dataDir, 'demo-key')))
    server.kill('SIGTERM')
    await server.ended
  })

  it('survives clients that reset the connection after any request line', async () => {
    const server = await startServer(dataDir)
    const { hostname, port } = new URL(server.origin)
    const lines = [
      'CONNECT x:1 HTTP/1.1',
      'GET / HTTP/1.1',
      'FOO / HTTP/1.1',
      'garbage',
      'POST / HTTP/1.1\r\nContent-Length: 9',
    ]
    for (const line of lines) {
      for (let time = 0; time < 20; time += 1) {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {})
        await once(socket, 'connect')
        socket.write(`${line}\r\nHost: x\r\n\r\n`)
        await new Promise(setImmediate)
        socket.resetAndDestroy()
      }
    }
    assert.equal((await fetch(`${server.adminOrigin}/livez`)).status, 200)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })
})

describe('backline serve', () => {
  const dataDir = join(folder, 'serve')

  it('rejects a pepper file without a secret', () => {
    const place = join(folder, 'pepper')
    mkdirSync(place)
    writeFileSync(join(place, 'pepper'), '')
    const { status, stderr } = backline(place, ['keys', 'list'])
    assert.equal(status, 1)
    assert.match(stderr, /holds no pepper .*Restore it from a backup/)
  })

  it('warns when a demo key is still valid', async () => {
    const place = join(folder, 'was-demo')
    const demo = await startDemo(place)
    demo.kill('SIGTERM')
    await demo.ended
    const server = await startServer(place, { words: ['serve'] })
    server.kill('SIGTERM')
    await server.ended
    assert.match(
      server.said(),
      /The demo key \w{12} still works on this server\. To revoke it: npx backline keys revoke/,
    )
  })

  it('without a dataset reports what is missing and how to create it', () => {
    const { status, stderr } = backline(dataDir, ['serve'])
    assert.equal(status, 1)
    assert.match(stderr, /There is no dataset in .*serve --demo/)
  })

  it('is rejected while another process serves from the same folder, which keeps serving', async () => {
    const server = await startDemo(dataDir)
    const second = backline(dataDir, ['serve'])
    assert.equal(second.status, 1)
    assert.match(second.stderr, /Another "backline serve" already serves from .*BACKLINE_DATA_DIR/)
    assert.equal((await fetch(`${server.adminOrigin}/readyz`)).status, 200)
    server.kill('SIGKILL')
    await server.ended
  })

  it('restarts after a kill', async () => {
    const server = await startDemo(dataDir)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.deepEqual(
      readdirSync(dataDir).filter((file) => file.endsWith('.tmp')),
      [],
    )
  })

  it('reports that its address is in use', async () => {
    const server = await startDemo(dataDir)
    const { host } = new URL(server.origin)
    const other = join(folder, 'other')
    await copyDemo(other)
    const { status, stderr } = backline(other, ['serve', '--demo'], { BACKLINE_LISTEN: host })
    assert.equal(status, 1)
    assert.match(stderr, new RegExp(`${host} is already in use`))
    server.kill('SIGTERM')
    await server.ended
  })

  it('keeps serving, and stops cleanly, when its log is no longer read', async () => {
    const server = await startDemo(dataDir)
    server.closeLog()
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await get(`${server.origin}/nothing`)).status, 404)
    }
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })

  it('stops cleanly when only its last log lines are not read', async () => {
    const server = await startDemo(dataDir)
    server.closeLog()
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })

  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    it(`stops at once and cleanly on ${signal} too`, async () => {
      const server = await startDemo(dataDir)
      server.kill(signal)
      assert.equal(await server.ended, 0)
      assert.match(server.log(), new RegExp(`"type":"process.draining","signal":"${signal}"`))
    })
  }
})
