import type { HistoryDatabase } from '../history-schema.ts'

/**
 * Deletes the runs that an import added and restores the period and name that another import gives
 * them. Runs that are announced here stay. Returns the number of deleted runs.
 */
export async function forgetRuns(database: HistoryDatabase, importNumber: number): Promise<number> {
  const runs = await database
    .selectFrom('history_import_runs')
    .selectAll()
    .where('import', '=', importNumber)
    .execute()
  let deleted = 0
  for (const { region, event_id: id, starts_at_ms: startsAtMs } of runs) {
    const other = await database
      .selectFrom('history_import_runs')
      .select(['import', 'ends_at_ms', 'name'])
      .where('region', '=', region)
      .where('event_id', '=', id)
      .where('starts_at_ms', '=', startsAtMs)
      .where('import', '!=', importNumber)
      .orderBy('import', 'desc')
      .executeTakeFirst()
    if (other !== undefined) {
      await database
        .updateTable('history_events')
        .set(other)
        .where('region', '=', region)
        .where('event_id', '=', id)
        .where('starts_at_ms', '=', startsAtMs)
        .where('import', '=', importNumber)
        .execute()
      continue
    }
    const { numDeletedRows } = await database
      .deleteFrom('history_events')
      .where('region', '=', region)
      .where('event_id', '=', id)
      .where('starts_at_ms', '=', startsAtMs)
      .where('import', '=', importNumber)
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
  }
  await database.deleteFrom('history_import_runs').where('import', '=', importNumber).execute()
  return deleted
}
