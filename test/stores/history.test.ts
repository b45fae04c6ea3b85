import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { HISTORY_MIGRATIONS } from '../../src/history/store/migrations/history-migrations.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import { openHistoryWorker } from '../../src/history/store/worker/history-worker.ts'
import { openPostgresAccounts } from '../../src/accounts/store/postgres/open-postgres-accounts.ts'
import { openPostgresHistory } from '../../src/history/store/open-postgres-history.ts'
import { openPostgresUsage } from '../../src/usage/store/open-postgres-usage.ts'
import { anomalyContract } from '../contract/anomaly-contract.ts'
import { historyFactsContract } from '../contract/history-facts-contract.ts'
import { historyPlayersContract } from '../contract/history-players-contract.ts'
import { historyPredictionsContract } from '../contract/history-predictions-contract.ts'
import { historyReadingContract } from '../contract/history-reading-contract.ts'
import { historyRunsContract } from '../contract/history-runs-contract.ts'
import { historyStoreContract } from '../contract/history-store-contract.ts'
import {
  failureAt,
  newBoard,
  snapshotAt,
  START_MS,
  acquireLease,
  watchBoard,
  type HistoryStoreUnderTest,
} from '../contract/history-under-test.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The history store on every database.

const folder = temporaryFolder()
let files = 0

async function openEmbedded(
  open: (path: string, clock: ManualClock) => HistoryStore,
): Promise<HistoryStoreUnderTest> {
  const clock = createManualClock(Date.now())
  const path = join(folder, `${(files += 1)}.db`)
  const [store, other] = [open(path, clock), open(path, clock)]
  return {
    store,
    other,
    passTime: async (ms) => clock.advance(ms),
    close: async () => {
      await store.close()
      await other.close()
    },
  }
}

for (const [name, open] of [
  ['embedded', openHistory],
  ['embedded (in a thread)', openHistoryWorker],
] as const) {
  historyStoreContract(name, () => openEmbedded(open))
  historyReadingContract(name, () => openEmbedded(open))
  anomalyContract(name, () => openEmbedded(open))
  historyRunsContract(name, () => openEmbedded(open))
  historyFactsContract(name, () => openEmbedded(open))
  historyPredictionsContract(name, () => openEmbedded(open))
  historyPlayersContract(name, () => openEmbedded(open))
}

describe('with PostgreSQL,', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  after(() => server.stop())

  async function openPostgres(): Promise<HistoryStoreUnderTest> {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const [store, other] = [1, 2].map(() => openPostgresHistory(server.url, systemClock))
    if (store === undefined || other === undefined) throw new Error('Two were to be opened.')
    return {
      store,
      other,
      // The clock of a server cannot be changed, but the end of the lease can.
      passTime: async (ms) => {
        await client.query('update history_lease set expires_at_ms = expires_at_ms - $1', [ms])
      },
      close: async () => {
        await Promise.all([store.close(), other.close(), client.end()])
      },
    }
  }
  historyStoreContract('Postgres', openPostgres)
  historyReadingContract('Postgres', openPostgres)
  anomalyContract('Postgres', openPostgres)
  historyRunsContract('Postgres', openPostgres)
  historyFactsContract('Postgres', openPostgres)
  historyPredictionsContract('Postgres', openPostgres)
  historyPlayersContract('Postgres', openPostgres)

  it('a granted lease states the time of the server, not of the node', async () => {
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + 3_600_000 }
    const store = openPostgresHistory(server.url, clock)
    const beforeMs = Date.now()
    const lease = await store.acquireLease('the tests', 60_000)
    assert.ok(lease?.storeMs !== undefined)
    assert.ok(lease.storeMs >= beforeMs - 1 && lease.storeMs <= Date.now() + 1)
    await store.releaseLease(lease)
    await store.close()
  })

  it('the first to open the history reports the migrations that it applied', async () => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query('create database fresh_history')
    await client.end()
    const url = server.url.replace(/\/postgres$/, '/fresh_history')
    const pendingOnOpen = async () => {
      const found: (readonly string[])[] = []
      const store = openPostgresHistory(url, systemClock, ({ pending }) => void found.push(pending))
      await store.newestLive()
      await store.close()
      return found
    }
    const names = HISTORY_MIGRATIONS.migrations.map(({ name }) => name)
    assert.deepEqual(await pendingOnOpen(), [names])
    assert.deepEqual(await pendingOnOpen(), [[]])
  })

  it('the history needs only the documented privileges of a node', async () => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await (await openPostgresAccounts(server.url, systemClock)).close()
    // The privileges cover all tables of a node.
    const usage = openPostgresUsage(server.url, systemClock)
    await usage.lastUsed(['nobody'])
    await usage.close()
    const guide = readFileSync(join(import.meta.dirname, '../../docs/postgres.md'), 'utf8')
    const grants = [...guide.matchAll(/^ {4}(GRANT [^;]+;)/gm)].map(([, grant = '']) => grant)
    assert.ok(grants.length > 3)
    await client.query(`create role backline_node login; ${grants.join('')}`)
    const store = openPostgresHistory(
      server.url.replace('backline@', 'backline_node@'),
      systemClock,
    )
    const lease = await acquireLease(store)
    const board = newBoard()
    await watchBoard(store, board)
    const first = { ...snapshotAt(board, 0, { 1: 1 }), keepsPlayers: true }
    await store.record([first, failureAt(board, 1)], [], lease)
    await store.putEvents([{ region: 'jp', id: '1', name: 'x', startsAtMs: 1, endsAtMs: 2 }], lease)
    await store.patchFacts([
      {
        region: 'jp',
        kind: 'event',
        id: '1',
        startsAtMs: 0,
        source: 'data',
        content: { kind: 'x' },
      },
    ])
    await store.patchFacts([
      {
        region: 'jp',
        kind: 'event',
        id: '1',
        startsAtMs: 0,
        source: 'data',
        content: { kind: null },
      },
    ])
    const retention = { rawMs: 1, stepMs: 1_000, keptMs: 1, liveMs: 1, playersMs: 0 }
    while (await store.downsample(retention, START_MS + 1e9, lease));
    assert.deepEqual(await store.snapshot(board), undefined)
    await store.liveAfter('jp', 0, 1)
    assert.equal(await store.removeWatch(board), true)
    await store.releaseLease(lease)
    await Promise.all([store.close(), client.end()])
  })
})
