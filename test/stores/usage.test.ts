import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import type { UsageStore } from '../../src/usage/usage-store.ts'
import { openUsageWorker } from '../../src/usage/store/usage-worker.ts'
import { openPostgresAccounts } from '../../src/accounts/store/postgres/open-postgres-accounts.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'
import { openPostgresUsage } from '../../src/usage/store/open-postgres-usage.ts'
import { requestListContract } from '../contract/request-list-contract.ts'
import { usageStoreContract, type UsageStoreUnderTest } from '../contract/usage-store-contract.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Usage on every database.

const folder = temporaryFolder()
let files = 0

async function openTwo(open: () => UsageStore): Promise<UsageStoreUnderTest> {
  const [store, other] = [open(), open()]
  const close = async () => {
    await Promise.all([store.close(), other.close()])
  }
  return { store, other, close }
}

function openEmbedded(): Promise<UsageStoreUnderTest> {
  const path = join(folder, `${(files += 1)}.db`)
  return openTwo(() => openUsageWorker(path, systemClock))
}

usageStoreContract('embedded', openEmbedded)
requestListContract('embedded', openEmbedded)

describe('with PostgreSQL,', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  after(() => server.stop())

  const openInPostgres = () => openTwo(() => openPostgresUsage(server.url, systemClock))
  usageStoreContract('Postgres', openInPostgres)
  requestListContract('Postgres', openInPostgres)

  it('usage needs only the documented privileges of a node', async () => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await (await openPostgresAccounts(server.url, systemClock)).close()
    const [history, usage] = [openPostgresHistory, openPostgresUsage].map((open) =>
      open(server.url, systemClock),
    ) as [ReturnType<typeof openPostgresHistory>, UsageStore]
    await Promise.all([history.watches(), usage.lastUsed(['nobody'])])
    const guide = readFileSync(join(import.meta.dirname, '../../docs/postgres.md'), 'utf8')
    const grants = [...guide.matchAll(/^ {4}(GRANT [^;]+;)/gm)].map(([, grant = '']) => grant)
    await client.query(`create role backline_node login; ${grants.join('')}`)
    const store = openPostgresUsage(server.url.replace('backline@', 'backline_node@'), systemClock)
    const bytes = new Uint8Array(3)
    const page = { firstS: 1, lastS: 1, slowestMs: 0, filter: bytes, bytes }
    const flush = { process: 'limited', sequence: 1, rows: [], page }
    assert.equal(await store.add(flush, 1), true)
    assert.equal(await store.add(flush, 1), false)
    const hours = { beforeHour: 1, latenciesBeforeHour: 1 }
    const old = { ...hours, pagesBeforeS: 2, pagesBytes: 0, processesBeforeMs: 2 }
    await store.prune(old)
    await store.rollUp(1)
    assert.deepEqual(await store.pagesOf(1), [])
    await Promise.all([store.close(), history.close(), usage.close(), client.end()])
  })
})
