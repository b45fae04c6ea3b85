import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, startServer, type ServerProcess } from './run-backline.ts'

const folder = temporaryFolder()
const dataDir = join(folder, 'data')
const QUOTA = '/api/developer/v1/quota'

describe('backline with accounts in Postgres', { skip: skipWithout('postgres', 'initdb') }, () => {
  let postgres: Postgres
  let more: Readonly<Record<string, string>>
  let server: ServerProcess
  before(async () => {
    postgres = await startPostgres({ folder: join(folder, 'server'), password: 'canary-secret' })
    more = {
      BACKLINE_DATABASE_URL: postgres.url,
      BACKLINE_KEY_PEPPER: 'canary pepper of at least 32 characters',
      // No game data is requested.
      BACKLINE_GATEWAY_URL: 'http://127.0.0.1:9',
      BACKLINE_GATEWAY_KEY: 'none',
    }
  })
  after(() => postgres.stop())

  const run = (...words: string[]) => {
    const { status, stdout, stderr } = backline(dataDir, words, more)
    assert.doesNotMatch(stdout + stderr, /canary/)
    return { status, stdout, stderr }
  }
  const json = (...words: string[]) => JSON.parse(run(...words, '--json').stdout) as unknown
  const create = () => {
    const who = ['--developer', 'Ann', '--existing', '--scopes', 'all', '--regions', 'all']
    return json('keys', 'create', ...who, '--minute', '1000000') as { key: string; id: string }
  }
  const status = async (key: string) => (await get(server.origin + QUOTA, key)).status
  const until = async (wanted: number, key: string, withinMs: number) => {
    const startMs = performance.now()
    while ((await status(key)) !== wanted) assert.ok(performance.now() - startMs < withinMs)
  }

  it('shows what a migration would do, applies it, and then has nothing to do', () => {
    assert.match(run('migrate', '--dry-run').stdout, /^Pending migrations: 0001-accounts, 0002-/)
    assert.match(run('migrate').stdout, /^Applied: 0001-accounts, 0002-/)
    assert.equal(run('migrate').stdout, 'The tables are up to date.\n')
    assert.deepEqual((json('migrate', '--dry-run') as { pending: string[] }).pending, [])
  })

  it('serves, creates and revokes keys, and rejects a second node without a quota store', async () => {
    server = await startServer(dataDir, { more, words: ['serve'] })
    const { key, id } = create()
    assert.equal(await status(key), 200)
    const other = backline(join(folder, 'other'), ['serve'], more)
    assert.equal(other.status, 1)
    assert.match(other.stderr, /already serves from this database.*set BACKLINE_VALKEY_URL/)
    assert.equal(run('keys', 'revoke', id).status, 0)
    await until(401, key, 1_000)
    assert.match(run('developers', 'list').stdout, /Ann +1000000\*/)
  })

  it('serves known keys while the database is down, and its commands report the problem', async () => {
    const { key } = create()
    const { key: unknown } = create()
    assert.equal(await status(key), 200)
    await postgres.end('SIGKILL')
    for (let asked = 0; asked < 5; asked += 1) {
      assert.deepEqual([await status(key), await status(unknown)], [200, 503])
    }
    for (const words of [['config', 'check'], ['keys', 'list'], ['migrate']]) {
      const { status: code, stderr } = backline(join(folder, 'other'), words, more)
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^backline: The accounts database at 127\.0\.0\.1:\d+ \(BACKLINE_DATABASE_URL\) cannot be used: .*Nothing listens there/,
      )
      assert.doesNotMatch(stderr, /canary/)
    }
    await postgres.start()
    await until(200, unknown, 2_000)
    assert.equal(await status(key), 200)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.match(server.log(), /"store.changed","store":"accounts","state":"away"/)
    assert.doesNotMatch(server.log() + server.said(), /canary/)
  })

  it('checks its access to the database, and creates no demo there', () => {
    assert.equal(run('config', 'check').status, 0)
    const wrong = { ...more, BACKLINE_DATABASE_URL: postgres.url.replace('secret', 'guess') }
    const { status: code, stderr } = backline(dataDir, ['config', 'check'], wrong)
    assert.equal(code, 1)
    assert.match(stderr, /The user name or the password is wrong/)
    assert.doesNotMatch(stderr, /canary/)
    const { BACKLINE_GATEWAY_URL: _url, BACKLINE_GATEWAY_KEY: _key, ...withoutGateway } = more
    const demo = backline(dataDir, ['serve', '--demo'], withoutGateway)
    assert.equal(demo.status, 1)
    assert.match(demo.stderr, /--demo creates a key that is not secret/)
  })
})
