import { sql } from '#libraries/kysely'
import type { GameEvent } from '../../../game/game-event.ts'
import type { EndedGap, ExportFile } from '../../history-archive.ts'
import type { HistoryDatabase, HistoryTables } from '../history-schema.ts'

/**
 * Relation of a gap to an import: the import added it, shares it with an earlier import, or
 * narrowed it.
 */
export type ImportedGapRole = 'added' | 'shared' | 'narrowed'

/** Marks the start of an import and gives it a number, in the transaction of its caller. */
export async function startImport(
  database: HistoryDatabase,
  { region, dayMs, sha256 }: Pick<ExportFile, 'region' | 'dayMs' | 'sha256'>,
): Promise<void> {
  const known = await database
    .selectFrom('history_imports')
    .select('number')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (known !== undefined && known.number !== null) {
    await database
      .updateTable('history_imports')
      .set({ ended: 0 })
      .where('sha256', '=', sha256)
      .execute()
    return
  }
  const { rows } = await sql<{ number: number; files: number }>`
    select (select coalesce(max(number), 0) + 1 from history_imports) as number,
      (select count(*) from history_files where region = ${region} and day_ms = ${dayMs})
      + (select count(*) from history_file_revisions
        where region = ${region} and day_ms = ${dayMs}) as files`.execute(database)
  const [next] = rows
  if (next === undefined) throw new Error('The database did not count the imports.')
  const started = { number: next.number, files_before: next.files, ended: 0 }
  await database
    .insertInto('history_imports')
    .values({ sha256, region, day_ms: dayMs, ...started })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(started))
    .execute()
}

/**
 * Returns the number of a started import. Throws when it was never started, or was forgotten
 * meanwhile.
 */
export async function requireImport(database: HistoryDatabase, sha256: string): Promise<number> {
  const row = await database
    .selectFrom('history_imports')
    .select('number')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  const number = row?.number ?? undefined
  if (number === undefined) throw new Error('The import was forgotten while it was running.')
  return number
}

/** Records gaps with an import. Idempotent. */
export async function recordImportedGaps(
  database: HistoryDatabase,
  importNumber: number,
  role: ImportedGapRole,
  gaps: readonly HistoryTables['history_gaps'][],
): Promise<void> {
  for (const { board, from_ms: fromMs, until_ms: untilMs, reason, failures } of gaps) {
    const row = { board, from_ms: fromMs, until_ms: untilMs ?? 0, reason, failures }
    await database
      .insertInto('history_import_gaps')
      .values({ import: importNumber, role, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Records the given gaps that another import has added. */
export async function recordSharedGaps(
  database: HistoryDatabase,
  importNumber: number,
  board: number,
  gaps: readonly EndedGap[],
): Promise<void> {
  for (const { fromMs, untilMs } of gaps) {
    const found = await database
      .selectFrom('history_import_gaps')
      .select(['reason', 'failures'])
      .where('board', '=', board)
      .where('from_ms', '=', fromMs)
      .where('until_ms', '=', untilMs)
      .where('role', '=', 'added')
      .where('import', '!=', importNumber)
      .executeTakeFirst()
    if (found === undefined) continue
    const gap = { board, from_ms: fromMs, until_ms: untilMs, ...found }
    await recordImportedGaps(database, importNumber, 'shared', [gap])
  }
}

/** Records snapshots that another import added with the same content. */
export async function recordSharedSnapshots(
  database: HistoryDatabase,
  importNumber: number,
  board: number,
  times: readonly number[],
): Promise<void> {
  if (times.length === 0) return
  await database
    .insertInto('history_import_snapshots')
    .values(times.map((atMs) => ({ import: importNumber, board, at_ms: atMs })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Adds a run of an import, and records it. A run that is announced here keeps its period and name.
 */
export async function importRun(
  database: HistoryDatabase,
  importNumber: number,
  { region, id, name, startsAtMs, endsAtMs }: GameEvent,
): Promise<void> {
  const run = { region, event_id: id, starts_at_ms: startsAtMs }
  const content = { ends_at_ms: endsAtMs, name: name ?? null, import: importNumber }
  const key = ['region', 'event_id', 'starts_at_ms'] as const
  await database
    .insertInto('history_events')
    .values({ ...run, ...content })
    .onConflict((conflict) =>
      conflict.columns(key).doUpdateSet(content).where('history_events.import', 'is not', null),
    )
    .execute()
  await database
    .insertInto('history_import_runs')
    .values({ ...run, ...content })
    .onConflict((conflict) => conflict.columns([...key, 'import']).doUpdateSet(content))
    .execute()
}
