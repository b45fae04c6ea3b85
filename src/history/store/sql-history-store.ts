import type { HistoryStore } from '../history-store.ts'
import { hasAnomalies, readAnomalies } from './anomaly-store.ts'
import { createEvents } from './event-store.ts'
import { createFacts } from './fact-store.ts'
import { createSqlLease, type StoreTime } from '../../platform/sql/sql-lease.ts'
import { fenced, withWriteLock, LEASE_TABLE } from './lease.ts'
import { readLiveAfter, readNewestLive, writeLiveEntries } from './live-entry-store.ts'
import { readPlayerTrack } from './players/read-player-track.ts'
import { readSeries } from './reads/read-series.ts'
import { readSnapshot, readSnapshotInfo } from './reads/read-snapshot.ts'
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
  const inReadTransaction = <Result>(read: (transaction: HistoryDatabase) => Promise<Result>) =>
    database.transaction().setIsolationLevel('repeatable read').execute(read)
  return {
    ...createSqlLease(database, LEASE_TABLE, storeTime),
    ...createEvents(database),
    ...createFacts(database),
    ...createWatches(database),
    ...createPredictions(database),
    record: (results, live, lease) =>
      fenced(database, lease, live.length, async ({ transaction, liveSeq }) => {
        for (const result of results) await recordPoll(transaction, result)
        await writeLiveEntries(transaction, live, liveSeq)
        await storePredictions(transaction, live)
      }),
    recordLate: (results, isLast) =>
      withWriteLock(database, (transaction) => recordLate(transaction, results, isLast)),
    downsample: (retention, nowMs, lease) =>
      fenced(database, lease, 0, ({ transaction }) => downsample(transaction, retention, nowMs)),
    snapshot: (board, atMs) => inReadTransaction((view) => readSnapshot(view, board, atMs)),
    snapshotInfo: (board) => readSnapshotInfo(database, board),
    series: (query) => inReadTransaction((view) => readSeries(view, query)),
    playerTrack: (query) => inReadTransaction((view) => readPlayerTrack(view, query)),
    anomalies: async (query) =>
      (await hasAnomalies(database, query))
        ? inReadTransaction((view) => readAnomalies(view, query))
        : { anomalies: [], omitted: 0 },
    counts: (query) => inReadTransaction((view) => readCounts(view, query)),
    gaps: (query) => readGaps(database, query),
    liveAfter: (...args) => inReadTransaction((view) => readLiveAfter(view, ...args)),
    newestLive: () => readNewestLive(database),
    close,
  }
}
