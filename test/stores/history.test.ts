import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/compose/system-clock.ts'
import type { HistoryStore } from '../../src/domain/history-store.ts'
import { openHistory } from '../../src/stores/embedded/open-history.ts'
import { openHistoryApart } from '../../src/stores/embedded/open-history-apart.ts'
import { openPostgresAccounts } from '../../src/stores/postgres/open-accounts.ts'
import { openPostgresHistory } from '../../src/stores/postgres/open-history.ts'
import { openPostgresUsage } from '../../src/stores/postgres/open-usage.ts'
import { historyReadingContract } from '../contract/history-reading-contract.ts'
import { historyStoreContract } from '../contract/history-store-contract.ts'
import {
  failureAt,
  newBoard,
  snapshotAt,
  START_MS,
  takeLease,
  watchBoard,
  type HistoryStoreUnderTest,
} from '../contract/history-under-test.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The history in every database.

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
  ['embedded (in a thread)', openHistoryApart],
] as const) {
  historyStoreContract(name, () => openEmbedded(open))
  historyReadingContract(name, () => openEmbedded(open))
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
      // The clock of a server cannot be moved; the end of the lease can.
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

  it('the history needs no more rights than the documents give a node', async () => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await (await openPostgresAccounts(server.url, systemClock)).close()
    // The rights are those of all tables of a node.
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
    const lease = await takeLease(store)
    const board = newBoard()
    await watchBoard(store, board)
    await store.record([snapshotAt(board, 0, { 1: 1 }), failureAt(board, 1)], [], lease)
    await store.putEvents([{ region: 'jp', id: '1', name: 'x', startsAtMs: 1, endsAtMs: 2 }], lease)
    const retention = { rawMs: 1, stepMs: 1_000, keptMs: 1, liveMs: 1 }
    while (await store.thin(retention, START_MS + 1e9, lease));
    assert.deepEqual(await store.snapshot(board), undefined)
    await store.liveAfter('jp', 0, 1)
    assert.equal(await store.removeWatch(board), true)
    await store.releaseLease(lease)
    await Promise.all([store.close(), client.end()])
  })
})
