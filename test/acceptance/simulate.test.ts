import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, startServer } from './run-backline.ts'

const folder = temporaryFolder()
const KEY = 'simulator-key-that-anybody-may-know'
const BOARD = '/v1/jp/event/2004/ranking/1'

/** Demos that simulators created for their run in a data folder. */
function demosIn(dataDir: string): readonly string[] {
  const path = join(dataDir, 'temporary')
  return existsSync(path) ? readdirSync(path) : []
}

/** A folder that replaces the temporary folder of the machine. */
function temporary(): { path: string; environment: Readonly<Record<string, string>> } {
  const path = mkdtempSync(join(folder, 'temporary-'))
  return { path, environment: { TMPDIR: path, TMP: path, TEMP: path } }
}

describe('backline simulate', () => {
  const kept = join(folder, 'kept')

  it('by itself creates a demo for its run, injects the given faults, and stops at once during a hanging call', async () => {
    const { path, environment } = temporary()
    const dataDir = join(folder, 'none')
    const server = await startServer(dataDir, {
      words: ['simulate', '--port', '0', '--fault', 'maintenance:kr', '--latency', '1-5'],
      more: environment,
    })
    const { origin } = server
    assert.match(server.said(), /faults: maintenance:kr latency=1-5\n/)
    assert.match(
      server.said(),
      new RegExp(`BACKLINE_GATEWAY_URL=${origin} BACKLINE_GATEWAY_KEY='${KEY}' npx backline serve`),
    )
    const board = await get(`${origin}${BOARD}`, KEY)
    assert.equal(board.status, 200)
    assert.equal((board.json as { ranking: { rank: number }[] }).ranking[0]?.rank, 1)
    assert.ok(Math.abs(Number(board.headers.get('x-fetched-at')) - Date.now()) < 10_000)
    assert.equal((await get(`${origin}${BOARD}`)).status, 401)
    assert.equal((await get(`${origin}/v1/kr/announcements`, KEY)).status, 503)

    const changed = await fetch(`${origin}/simulator/faults`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${KEY}` },
      body: '["hang-before-headers:jp"]',
    })
    assert.deepEqual(await changed.json(), ['hang-before-headers:jp'])
    assert.equal((await get(`${origin}/v1/kr/announcements`, KEY)).status, 200)
    const hung = request(`${origin}${BOARD}`, { headers: { authorization: `Bearer ${KEY}` } })
    const cut = once(hung, 'error')
    hung.end()
    for (;;) {
      const { json } = await get(`${origin}/simulator/calls`, KEY)
      if (json['inFlight'] === 1) break
    }

    assert.equal(demosIn(dataDir).length, 1)
    const startMs = performance.now()
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    // The call would hang until its client gives up.
    assert.ok(performance.now() - startMs < 5_000)
    await cut
    assert.ok(!existsSync(dataDir), 'the demo is gone, and the folder that was made for it')
    assert.deepEqual(readdirSync(path), [])
  })

  it('removes the demo of a run that was killed', async () => {
    const dataDir = join(folder, 'killed')
    const start = () => startServer(dataDir, { words: ['simulate', '--port', '0'] })
    const killed = await start()
    killed.kill('SIGKILL')
    await killed.ended
    const left = demosIn(dataDir)
    assert.equal(left.length, 1)
    const server = await start()
    const [demo, ...others] = demosIn(dataDir)
    assert.ok(demo !== undefined && demo !== left[0] && others.length === 0)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.deepEqual(demosIn(dataDir), [])
  })

  it('keeps a demo in the data folder on request', async () => {
    const server = await startServer(kept, {
      words: ['simulate', '--port', '0', '--demo', '--players', '2300', '--seed', '3'],
    })
    assert.equal((await get(`${server.origin}${BOARD}`, KEY)).status, 200)
    server.kill('SIGINT')
    assert.equal(await server.ended, 0)
    assert.ok(readdirSync(kept).includes('dataset.db'))
    const { status, stderr } = backline(kept, ['simulate', '--players', '2300'])
    assert.equal(status, 1)
    assert.match(stderr, /--players is for a new demo, but .* already has a dataset/)
  })

  it('reads the dataset of a folder that is being served', async () => {
    const serving = await startServer(kept, { words: ['serve'] })
    const server = await startServer(join(folder, 'none'), {
      words: ['simulate', '--port', '0', '--data', kept, '--key', 'a-key-of-my-own'],
    })
    assert.match(server.said(), /over the dataset .*kept\/dataset\.db\)\. Ctrl-C stops/)
    assert.ok(!server.said().includes('a-key-of-my-own'), 'a key of one’s own is not shown')
    assert.equal((await get(`${server.origin}${BOARD}`, 'a-key-of-my-own')).status, 200)
    assert.equal((await get(`${server.origin}${BOARD}`, KEY)).status, 401)
    const taken = new URL(server.origin).port
    const words = ['simulate', '--data', kept, '--port', taken]
    const { status, stderr } = backline(kept, words)
    assert.equal(status, 1)
    assert.match(stderr, /is already in use\. --port takes another\./)
    for (const process of [server, serving]) {
      process.kill('SIGTERM')
      assert.equal(await process.ended, 0)
    }
  })

  for (const [words, reason] of [
    [['--fault', 'resett'], /Invalid fault "resett": unknown fault "resett"\. Known faults: /],
    [
      ['--fault', 'reset', '--latency', '1s'],
      /Invalid fault "latency=1s": the delay must be milliseconds/,
    ],
    [
      ['--host', '0.0.0.0'],
      /--host 0\.0\.0\.0 is reachable from other machines\. Set your own --key/,
    ],
    [['--key', 'with blanks'], /--key takes a bearer token/],
    [['--players', '5'], /--players takes an integer/],
    [
      ['--data', join(folder, 'empty')],
      /There is no dataset in .*empty\. Add --demo to create one/,
    ],
  ] as const) {
    it(`rejects ${words.join(' ')}, says what to enter, and creates nothing`, () => {
      const { path, environment } = temporary()
      mkdirSync(join(folder, 'empty'), { recursive: true })
      const { status, stderr } = backline(join(folder, 'none'), ['simulate', ...words], environment)
      assert.equal(status, 1)
      assert.match(stderr, reason)
      assert.deepEqual(readdirSync(path), [])
      assert.ok(!existsSync(join(folder, 'none')))
    })
  }
})
