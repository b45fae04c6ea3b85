import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { openLocalQuotas } from '../../src/quotas/open-local-quotas.ts'
import { prepareDataDirectory } from '../../src/platform/files/prepare-data-directory.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import type { QuotaStore } from '../../src/quotas/quota.ts'
import { newName } from '../contract/new-key.ts'
import { holdWithin } from '../harness/hold-within.ts'
import { skipWithout } from '../harness/servers.ts'
import { startTcpProxy } from '../harness/tcp-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const LIMITS = { minute: 100, day: 100, concurrency: 100 }

describe('nodes that count quotas in memory', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  after(() => server.stop())

  /** A node with a separate data directory; `owned` has its reports about the database lock. */
  const start = async (port = server.port) => {
    const config = readConfig({
      BACKLINE_DATA_DIR: join(folder, newName()),
      BACKLINE_DATABASE_URL: server.url.replace(/:\d+\//, `:${port}/`),
      BACKLINE_KEY_PEPPER: 'a pepper of at least 32 characters',
    })
    prepareDataDirectory(config)
    const owned: boolean[] = []
    const platform = {
      ...systemPlatform,
      observe: (seen: { readonly type: string; readonly owned?: boolean }) =>
        void owned.push(seen.owned ?? assert.fail(seen.type)),
    }
    const quotas = await openLocalQuotas(config, platform)
    return { quotas, owned, admits: () => admits(quotas) }
  }
  const admits = async (quotas: QuotaStore) => {
    try {
      return (await quotas.take('developer', LIMITS, newName())).violated.length === 0
    } catch (error) {
      assert.match((error as Error).message, /Another node counts quotas/)
      return false
    }
  }
  const until = (condition: () => Promise<boolean>) => holdWithin(3_000, condition)

  it('serve from one database one at a time, and the second one says what to do', async () => {
    const first = await start()
    assert.ok(await first.admits())
    await assert.rejects(start(), /already serves from this database .*set BACKLINE_VALKEY_URL/)
    await first.quotas.close()
    const second = await start()
    assert.ok(await second.admits())
    await second.quotas.close()
  })

  it('keep serving when they lose the database, and reject all requests while another one has its lock', async () => {
    const proxy = await startTcpProxy(server.port)
    const first = await start(proxy.port)
    proxy.cut()
    await sleep(600)
    assert.ok(await first.admits(), 'it has taken it again')
    proxy.set({ refusing: true })
    assert.ok(await first.admits(), 'nobody can take it that cannot reach it')
    const second = await start()
    proxy.set({ refusing: false })
    await until(async () => !(await first.admits()))
    assert.ok(await second.admits())
    await second.quotas.close()
    await until(first.admits)
    assert.deepEqual(first.owned, [false, true])
    await first.quotas.close()
    await proxy.close()
  })

  it('stop counting until they have checked the lock, when their session ends while another one waits', async () => {
    const proxy = await startTcpProxy(server.port)
    const first = await start(proxy.port)
    assert.ok(await first.admits())
    // The first one notices late, so the second one finds the lock free.
    proxy.set({ delayMs: 60 })
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const starting = start()
    // It tries to get the lock for 1.5 s.
    await sleep(300)
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted`,
    )
    assert.equal(rowCount, 1)
    const second = await starting
    for (let times = 0; times < 20; times += 1) {
      assert.ok(!((await first.admits()) && (await second.admits())), 'two nodes count')
    }
    await client.end()
    await second.quotas.close()
    await until(first.admits)
    await first.quotas.close()
    await proxy.close()
  })

  it('keep serving through a restart of the database', async () => {
    const node = await start()
    await server.end('SIGKILL')
    assert.ok(await node.admits())
    await server.start()
    await sleep(600)
    assert.ok(await node.admits())
    await assert.rejects(start(), /already serves from this database/)
    assert.deepEqual(node.owned, [])
    await node.quotas.close()
  })
})
