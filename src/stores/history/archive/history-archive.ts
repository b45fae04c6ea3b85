import type { HistoryArchive } from '../../../domain/history-archive.ts'
import { createEvents, putEvent } from '../events.ts'
import type { HistoryDatabase } from '../schema.ts'
import { createExportFiles } from './export-files.ts'
import { readBoards, readDaysWithoutFile, readEndedGaps, readSnapshots } from './read-days.ts'
import { takeIn } from './take-in.ts'

/** The archive in SQL. Reads see one state of the database each; writes queue with those of the collector. */
export function createHistoryArchive(
  database: HistoryDatabase,
  close: () => Promise<void>,
): HistoryArchive {
  const inOneView = <Result>(read: (transaction: HistoryDatabase) => Promise<Result>) =>
    database.transaction().setIsolationLevel('repeatable read').execute(read)
  /** Waits at the row of the lease, as all who write, and leaves the lease to whoever has it. */
  const inTurn = <Result>(write: (transaction: HistoryDatabase) => Promise<Result>) =>
    database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('history_lease')
        .set(({ ref }) => ({ epoch: ref('epoch') }))
        .where('id', '=', 1)
        .execute()
      return write(transaction)
    })
  return {
    ...createExportFiles(database),
    events: createEvents(database).events,
    daysWithoutFile: (...asked) => inOneView((view) => readDaysWithoutFile(view, ...asked)),
    boards: (region) => readBoards(database, region),
    snapshots: (board, fromMs, untilMs, max) =>
      inOneView((view) => readSnapshots(view, board, { fromMs, untilMs, max })),
    endedGaps: (...asked) => readEndedGaps(database, ...asked),
    isTakenIn: async (sha256) => {
      const row = await database
        .selectFrom('history_imports')
        .select('ended')
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row?.ended === 1
    },
    beginImport: async ({ region, dayMs, sha256 }) => {
      await database
        .insertInto('history_imports')
        .values({ sha256, region, day_ms: dayMs, ended: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    takeIn: (collected) => inTurn((transaction) => takeIn(transaction, collected)),
    takeInEvents: (events) =>
      inTurn(async (transaction) => {
        for (const event of events) await putEvent(transaction, event)
      }),
    endImport: async (sha256) => {
      await database
        .updateTable('history_imports')
        .set({ ended: 1 })
        .where('sha256', '=', sha256)
        .execute()
    },
    close,
  }
}
