import type { HistoryArchive } from '../../history-archive.ts'
import { createEvents } from '../event-store.ts'
import type { StoreTime } from '../../../platform/sql/sql-lease.ts'
import { withWriteLock } from '../lease.ts'
import type { HistoryDatabase } from '../history-schema.ts'
import { dropFuture } from './drop-future.ts'
import { createExportFiles } from './export-file-rows.ts'
import { readBoards, readDaysWithoutFile, readEndedGaps, readSnapshots } from './read-days.ts'
import { forgetImport } from './forget-import.ts'
import { importDay } from './import-day.ts'
import type { Region } from '../../../game/region.ts'
import { importRun, requireImport, startImport } from './import-origins.ts'
import { wait } from '../../../platform/concurrency/wait.ts'
import type { Clock } from '../../../platform/time/clock.ts'

/**
 * Pause between two small transactions of one call, in milliseconds. SQLite does not queue writers,
 * so one that waits needs time to find the database unlocked.
 */
export const WRITE_PAUSE_MS = 15

/** Dependencies of the archive. */
export interface HistoryArchiveOptions {
  readonly database: HistoryDatabase
  readonly storeTime: StoreTime
  readonly clock: Pick<Clock, 'after'>
  readonly close: () => Promise<void>
}

/**
 * Creates the history archive in SQL. Each read sees one state of the database; writes queue with
 * those of the collector.
 */
export function createHistoryArchive({
  database,
  storeTime,
  clock,
  close,
}: HistoryArchiveOptions): HistoryArchive {
  const pauseBetween = async () => void (await wait(clock, WRITE_PAUSE_MS))
  const inReadTransaction = <Result>(read: (transaction: HistoryDatabase) => Promise<Result>) =>
    database.transaction().setIsolationLevel('repeatable read').execute(read)
  const known = createEvents(database)
  return {
    ...createExportFiles(database),
    events: known.events,
    runs: known.runs,
    daysWithoutFile: (...args) => inReadTransaction((view) => readDaysWithoutFile(view, ...args)),
    boards: (region) => readBoards(database, region),
    snapshots: (board, fromMs, untilMs, max) =>
      inReadTransaction((view) => readSnapshots(view, board, { fromMs, untilMs, max })),
    endedGaps: (...args) => readEndedGaps(database, ...args),
    isImported: (sha256) => isImported(database, sha256),
    startImport: (file) => withWriteLock(database, (transaction) => startImport(transaction, file)),
    importDay: (sha256, collected) => importDay(database, sha256, collected, pauseBetween),
    importEvents: (sha256, events) =>
      withWriteLock(database, async (transaction) => {
        const number = await requireImport(transaction, sha256)
        for (const event of events) await importRun(transaction, number, event)
      }),
    endImport: (sha256) => endImport(database, sha256),
    imports: () => readImports(database),
    forgetImport: (sha256) => forgetImport(database, sha256, pauseBetween),
    dropFuture: () =>
      withWriteLock(database, (transaction) => dropFuture(transaction, storeTime.now())),
    close,
  }
}

async function isImported(database: HistoryDatabase, sha256: string): Promise<boolean> {
  const row = await database
    .selectFrom('history_imports')
    .select('ended')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.ended === 1
}

async function endImport(database: HistoryDatabase, sha256: string): Promise<void> {
  await database
    .updateTable('history_imports')
    .set({ ended: 1 })
    .where('sha256', '=', sha256)
    .execute()
}

async function readImports(database: HistoryDatabase): ReturnType<HistoryArchive['imports']> {
  const rows = await database
    .selectFrom('history_imports')
    .selectAll()
    .orderBy('day_ms')
    .orderBy('region')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    region: row.region as Region,
    dayMs: row.day_ms,
    sha256: row.sha256,
    isComplete: row.ended !== 0,
    isTraceable: (row.number ?? null) !== null,
  }))
}
