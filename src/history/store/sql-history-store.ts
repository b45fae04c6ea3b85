import type { HistoryStore } from '../history-store.ts'
import { readAnomalies } from './anomaly-store.ts'
import { createEvents } from './event-store.ts'
import { createFacts } from './fact-store.ts'
import { createSqlLease, type StoreTime } from '../../platform/sql/sql-lease.ts'
import { fenced, inTurn, LEASE_TABLE } from './lease.ts'
import { readLiveAfter, readNewestLive, writeLiveEntries } from './live-entry-store.ts'
import { readPlayerTrack } from './players/read-player-track.ts'
import { readSeries } from './reads/read-series.ts'
import { readSnapshot } from './reads/read-snapshot.ts'
import { readCounts } from './reads/read-counts.ts'
import { readGaps } from './reads/read-gaps.ts'
import { recordLate } from './record-late.ts'
import { recordPoll } from './record-poll.ts'
import type { HistoryDatabase } from './history-schema.ts'
import { createPredictions, storePredictions } from './prediction-store.ts'
import { downsample } from './downsample.ts'
import { createWatches } from './watch-store.ts'

/** Options of the SQL history store. */
export interface HistoryStoreOptions {
  readonly database: HistoryDatabase
  readonly storeTime: StoreTime
  readonly close: () => Promise<void>
}

/**
 * Creates the history store in SQL. Each read sees one state of the database; writes lock the lease
 * row first, so writers queue.
 */
export function createHistoryStore({
  database,
  storeTime,
  close,
}: HistoryStoreOptions): HistoryStore {
  const inOneView = <Result>(read: (transaction: HistoryDatabase) => Promise<Result>) =>
    database.transaction().setIsolationLevel('repeatable read').execute(read)
  return {
    ...createSqlLease(database, LEASE_TABLE, storeTime),
    ...createEvents(database),
    ...createFacts(database),
    ...createWatches(database),
    ...createPredictions(database),
    record: (rounds, live, lease) =>
      fenced(database, lease, live.length, async ({ transaction, liveSeq }) => {
        for (const round of rounds) await recordPoll(transaction, round)
        await writeLiveEntries(transaction, live, liveSeq)
        await storePredictions(transaction, live)
      }),
    recordLate: (rounds, isLast) =>
      inTurn(database, (transaction) => recordLate(transaction, rounds, isLast)),
    downsample: (retention, nowMs, lease) =>
      fenced(database, lease, 0, ({ transaction }) => downsample(transaction, retention, nowMs)),
    snapshot: (board, atMs) => inOneView((view) => readSnapshot(view, board, atMs)),
    series: (query) => inOneView((view) => readSeries(view, query)),
    playerTrack: (query) => inOneView((view) => readPlayerTrack(view, query)),
    anomalies: (query) => inOneView((view) => readAnomalies(view, query)),
    counts: (query) => inOneView((view) => readCounts(view, query)),
    gaps: (query) => readGaps(database, query),
    liveAfter: (...args) => inOneView((view) => readLiveAfter(view, ...args)),
    newestLive: () => readNewestLive(database),
    close,
  }
}
