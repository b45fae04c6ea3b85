import { sql } from '#libraries/kysely'
import type { ForgottenImport } from '../../history-archive.ts'
import type { HistoryDatabase } from '../history-schema.ts'
import { readFiles } from './export-file-rows.ts'
import type { ImportToForget } from './forget-import.ts'

const IS_UNUSED = sql<boolean>`not exists (
  select 1 from (
    select distinct rank_set from history_snapshots where rank_set is not null
  ) as used where used.rank_set = history_rank_sets.id)`

/**
 * Deletes the record of a forgotten import, the export files of its day created since it started,
 * and, with `dropsRankSets`, rank sets without snapshots. Marks the other imports of the day as
 * repeatable, because the forgotten one may have prevented additions of theirs. With `isNewest`,
 * ends the lease, so that a running collector restarts from what remains.
 */
export async function endForgetting(
  database: HistoryDatabase,
  found: ImportToForget,
  { isNewest, dropsRankSets }: { isNewest: boolean; dropsRankSets: boolean },
): Promise<Pick<ForgottenImport, 'exports' | 'others'>> {
  const { region, dayMs, sha256 } = found
  const exports = await dropExports(database, found)
  await database.deleteFrom('history_imports').where('sha256', '=', sha256).execute()
  const others = await database
    .selectFrom('history_imports')
    .select(['sha256', 'ended', 'files_before'])
    .where('region', '=', region)
    .where('day_ms', '=', dayMs)
    .orderBy('number')
    .execute()
  for (const other of others) {
    await database
      .updateTable('history_imports')
      .set({
        ended: other.ended === 1 ? 2 : other.ended,
        files_before: Math.min(other.files_before ?? 0, found.filesBefore),
      })
      .where('sha256', '=', other.sha256)
      .execute()
  }
  if (dropsRankSets) await database.deleteFrom('history_rank_sets').where(IS_UNUSED).execute()
  if (isNewest) {
    await database
      .updateTable('history_lease')
      .set(({ eb }) => ({ epoch: eb('epoch', '+', 1), holder: '', expires_at_ms: 0 }))
      .where('id', '=', 1)
      .execute()
  }
  return { exports, others: others.map((other) => other.sha256) }
}

/** Deletes the export files of a day that may contain a forgotten import. Returns their hashes. */
async function dropExports(
  database: HistoryDatabase,
  { region, dayMs, filesBefore }: ImportToForget,
): Promise<readonly string[]> {
  const files = await readFiles(database, region, dayMs)
  const dropped = files.slice(filesBefore).map((file) => file.sha256)
  if (dropped.length === 0) return []
  for (const table of ['history_files', 'history_file_revisions', 'history_file_pieces'] as const) {
    await database.deleteFrom(table).where('sha256', 'in', dropped).execute()
  }
  const day = { region, day_ms: dayMs }
  if (dropped.length < files.length) {
    await database
      .insertInto('history_changed_days')
      .values(day)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await database
      .deleteFrom('history_changed_days')
      .where('region', '=', region)
      .where('day_ms', '=', dayMs)
      .execute()
  }
  return dropped
}

/** Returns whether a rank set has no snapshot. Reads the keys of all snapshots. */
export async function hasUnusedRankSets(database: HistoryDatabase): Promise<boolean> {
  const row = await database
    .selectFrom('history_rank_sets')
    .select('id')
    .where(IS_UNUSED)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
