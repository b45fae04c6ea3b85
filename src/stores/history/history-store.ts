import type { HistoryStore } from '../../domain/history-store.ts'
import { createEvents } from './events.ts'
import { createLease, fenced, type StoreTime } from './lease.ts'
import { readLiveAfter, readNewestLive, writeLiveEntries } from './live-entries.ts'
import { readSeries } from './read-series.ts'
import { readSnapshot } from './read-snapshot.ts'
import { readTallies } from './read-tallies.ts'
import { recordRound } from './record-round.ts'
import type { HistoryDatabase } from './schema.ts'
import { thin } from './thin.ts'
import { createWatches } from './watches.ts'

/** What the history store is made with. */
export interface HistoryStoreSettings {
  readonly database: HistoryDatabase
  readonly storeTime: StoreTime
  readonly close: () => Promise<void>
}

/** The history in SQL. Reads see one state of the database each; writes begin with the lease, so that writers queue. */
export function createHistoryStore({
  database,
  storeTime,
  close,
}: HistoryStoreSettings): HistoryStore {
  const inOneView = <Result>(read: (transaction: HistoryDatabase) => Promise<Result>) =>
    database.transaction().setIsolationLevel('repeatable read').execute(read)
  return {
    ...createLease(database, storeTime),
    ...createEvents(database),
    ...createWatches(database),
    record: (rounds, live, lease) =>
      fenced(database, lease, live.length, async ({ transaction, liveSeq }) => {
        for (const round of rounds) await recordRound(transaction, round)
        await writeLiveEntries(transaction, live, liveSeq)
      }),
    thin: (retention, nowMs, lease) =>
      fenced(database, lease, 0, ({ transaction }) => thin(transaction, retention, nowMs)),
    snapshot: (board, atMs) => inOneView((view) => readSnapshot(view, board, atMs)),
    series: (query) => inOneView((view) => readSeries(view, query)),
    tallies: (query) => inOneView((view) => readTallies(view, query)),
    liveAfter: (...asked) => inOneView((view) => readLiveAfter(view, ...asked)),
    newestLive: () => readNewestLive(database),
    close,
  }
}
