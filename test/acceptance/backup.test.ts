import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, startCommand, startServer, type ServerProcess } from './run-backline.ts'

const folder = temporaryFolder()
const dataDir = join(folder, 'data')

let server: ServerProcess
let key: string

before(async () => {
  server = await startServer(dataDir)
  key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
  run(dataDir, 'developers', 'set-limits', 'demo', '--minute', '1000000', '--day', '1000000')
})
after(async () => {
  server.kill('SIGTERM')
  await server.ended
})

describe('a backup beside a server under load', () => {
  it('contains every key and every admitted request from before it, and can be served', async () => {
    const counts = { admitted: 0, stop: false }
    const load = Array.from({ length: 4 }, () => admitted(server.origin, counts))
    const made = createKeys(counts)
    while (counts.admitted < 100 || made.keys.length === 0) await sleep(5)
    const atFirst = { admitted: counts.admitted, keys: made.keys.length }
    const to = join(folder, 'under-load')
    const { status, stderr } = await startCommand(dataDir, ['backup', to, '--with-secrets']).ended
    assert.equal(status, 0, stderr)
    while (made.keys.length === atFirst.keys) await sleep(5)
    counts.stop = true
    await Promise.all([...load, made.ended])
    const restored = join(folder, 'restored')
    run(restored, 'restore', to)
    const other = await startServer(restored, { words: ['serve'] })
    const { json } = await get(`${other.origin}/api/developer/v1/quota`, key)
    const { used } = (json as { day: { used: number } }).day
    assert.ok(used >= atFirst.admitted && used <= counts.admitted, `${used} of ${counts.admitted}`)
    for (const one of [key, ...made.keys.slice(0, atFirst.keys)]) {
      assert.equal(
        (await get(`${other.origin}/api/open/v1/game/jp/announcements`, one)).status,
        200,
      )
    }
    other.kill('SIGTERM')
    assert.equal(await other.ended, 0)
  })

  it('contains no secret by default, says so, and is readable only by its owner', () => {
    const to = join(folder, 'plain')
    const said = run(dataDir, 'backup', to)
    assert.match(said, /pepper +left out: a secret/)
    assert.match(said, /The keys in this backup work only with the pepper/)
    assert.deepEqual(readdirSync(to).sort(), [
      'accounts.db',
      'dataset.db',
      'history.db',
      'manifest.json',
      'quota.bin',
      'usage.db',
    ])
    const pepper = readFileSync(join(dataDir, 'pepper'), 'utf8').trim()
    for (const name of readdirSync(to)) {
      const bytes = readFileSync(join(to, name), 'latin1')
      for (const secret of [pepper, key]) assert.ok(!bytes.includes(secret), name)
      assert.equal(statSync(join(to, name)).mode & 0o777, 0o600)
    }
    assert.equal(statSync(to).mode & 0o777, 0o700)
    assert.match(run(join(folder, 'keyless'), 'restore', to), /do not work yet.*pepper/)
  })

  it('reports what is not in it when the accounts are in Postgres and the quotas in Valkey', () => {
    const more = {
      BACKLINE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      BACKLINE_VALKEY_URL: 'redis://127.0.0.1:1',
      BACKLINE_KEY_PEPPER: 'p'.repeat(32),
    }
    const { status, stdout } = backline(dataDir, ['backup', join(folder, 'elsewhere')], more)
    assert.equal(status, 0)
    assert.match(stdout, /accounts\.db +in Postgres: .*pg_dump/)
    assert.match(stdout, /quota\.bin +quotas are counted in Valkey/)
    const refused = backline(join(folder, 'none'), ['restore', join(folder, 'plain')], more)
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /Unset it for this command/)
  })

  it('overwrites nothing, and is not written into its own data folder', () => {
    for (const [to, why] of [
      [join(folder, 'plain'), /is not empty/],
      [join(dataDir, 'backup'), /lost with it/],
      [join(folder, 'no', 'folder'), /There is no folder/],
    ] as const) {
      const { status, stderr } = backline(dataDir, ['backup', to])
      assert.equal(status, 1)
      assert.match(stderr, why)
    }
    assert.ok(!existsSync(join(dataDir, 'backup')))
  })

  it('leaves no incomplete backup when it is killed, and the next one removes its remains', async () => {
    const source = padded('killed-source')
    const to = join(folder, 'killed')
    for (const waitMs of [0, 40]) {
      const { process, ended } = startCommand(source, ['backup', to])
      while (!existsSync(`${to}.partial`)) await sleep(1)
      await sleep(waitMs)
      process.kill('SIGKILL')
      const { status } = await ended
      assert.equal(existsSync(to), status === 0, 'it is there when it is whole')
      rmSync(to, { recursive: true, force: true })
    }
    run(source, 'backup', to)
    assert.ok(!existsSync(`${to}.partial`))
    run(join(folder, 'killed-restored'), 'restore', to)
  })
})

describe('a restore', () => {
  it('reports what it dropped and kept, and what it cannot know', () => {
    const [there, backup] = [join(folder, 'told'), join(folder, 'told-backup')]
    run(there, 'keys', 'create', '--developer', 'ann', '--scopes', 'all', '--regions', 'all')
    run(there, 'backup', backup, '--with-secrets')
    run(there, 'developers', 'suspend', 'ann')
    const replaced = run(there, 'restore', backup, '--replace')
    assert.match(replaced, /All portal sessions have ended/)
    assert.match(replaced, /developers suspended +1$/m)
    assert.match(replaced, /audit entries added +1$/m)
    assert.match(run(there, 'developers', 'list'), /^ann .* suspended /m)
    const fresh = run(join(folder, 'told-fresh'), 'restore', backup)
    assert.match(fresh, /This folder had no accounts before, so decisions after .* are unknown/)
  })

  it('leaves either the old or the restored data when it is killed, never a mixture', async () => {
    const there = join(folder, 'killed-there')
    const backup = join(folder, 'big-backup')
    run(padded('big'), 'backup', backup)
    const old = join(folder, 'old')
    run(old, 'restore', join(folder, 'plain'))
    run(old, 'keys', 'create', '--developer', 'late', '--scopes', 'all', '--regions', 'all')
    const states: string[] = []
    for (const waitMs of [0, 40, 80]) {
      rmSync(there, { recursive: true, force: true })
      cpSync(old, there, { recursive: true })
      const { process, ended } = startCommand(there, ['restore', backup, '--replace'])
      while (!existsSync(join(there, 'restoring')) && process.exitCode === null) await sleep(1)
      await sleep(waitMs)
      process.kill('SIGKILL')
      await ended
      const isOld = run(there, 'keys', 'list').includes('late')
      const bytes = statSync(join(there, 'dataset.db')).size
      assert.equal(bytes > PADDING, !isOld, `after ${waitMs} ms`)
      states.push(isOld ? 'old' : 'new')
    }
    assert.ok(states.includes('old'), 'one was cut off')
  })
})

/** Bytes added to a dataset, so that its copy takes long enough to be interrupted. */
const PADDING = 100_000_000

/** Creates a data folder with a large dataset. */
function padded(name: string): string {
  const place = join(folder, name)
  run(place, 'restore', join(folder, 'plain'))
  truncateSync(join(place, 'dataset.db'), PADDING + statSync(join(place, 'dataset.db')).size)
  return place
}

function run(place: string, ...words: string[]): string {
  const { status, stdout, stderr } = backline(place, words)
  assert.equal(status, 0, `${words.join(' ')}: ${stderr}`)
  return stdout
}

async function admitted(
  origin: string,
  counts: { admitted: number; stop: boolean },
): Promise<void> {
  while (!counts.stop) {
    const { status } = await get(`${origin}/api/open/v1/game/jp/announcements`, key)
    assert.equal(status, 200)
    counts.admitted += 1
  }
}

/** Creates keys in sequence until it is stopped. */
function createKeys(counts: { readonly stop: boolean }) {
  const keys: string[] = []
  const words = [
    'keys',
    'create',
    '--developer',
    'demo',
    '--scopes',
    'all',
    '--regions',
    'all',
    '--existing',
    '--json',
  ]
  const create = async () => {
    while (!counts.stop) {
      const { stdout } = await startCommand(dataDir, words).ended
      keys.push((JSON.parse(stdout) as { key: string }).key)
    }
  }
  return { keys, ended: create() }
}
