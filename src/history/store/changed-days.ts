import { sql } from '#libraries/kysely'
import { DAY_MS } from '../../platform/time/time-units.ts'
import type { HistoryDatabase } from './history-schema.ts'

/**
 * Marks the day of an added snapshot (board by row id, time in Unix ms) for another revision of its
 * export file, if it has one. Runs in the transaction of its caller, which holds the write lock, as
 * storing a file does.
 */
export async function markChangedDay(
  database: HistoryDatabase,
  board: number,
  atMs: number,
): Promise<void> {
  const dayMs = atMs - (atMs % DAY_MS)
  await sql`
    insert into history_changed_days (region, day_ms)
    select file.region, file.day_ms from history_files file
    where file.day_ms = ${dayMs}
      and file.region = (select region from history_boards where id = ${board})
    on conflict do nothing`.execute(database)
}
