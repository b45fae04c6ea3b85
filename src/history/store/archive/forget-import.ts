import type { ForgottenImport } from '../../history-archive.ts'
import { withWriteLock } from '../lease.ts'
import type { HistoryDatabase } from '../history-schema.ts'
import { forgetAddedGaps, forgetSnapshots, cleanUpBoard } from './forget-board.ts'
import { endForgetting, hasUnusedRankSets } from './end-forgetting.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import type { Region } from '../../../game/region.ts'

/** An import to forget. */
export interface ImportToForget {
  readonly number: number
  readonly region: Region
  readonly dayMs: number
  readonly sha256: string
  /** Number of export files of the day from before the import. */
  readonly filesBefore: number
}

/** The error of an import whose additions were not recorded. */
export class UntraceableImport extends Error {
  override readonly name = 'UntraceableImport'

  constructor() {
    super(
      'An earlier version imported this file and did not record what it added. Restore a backup from before the import.',
    )
  }
}

/**
 * Implements `HistoryArchive.forgetImport` in small transactions, with `pauseBetween` after each.
 * The record of the import is deleted by the last one, so an interrupted call can be repeated.
 */
export async function forgetImport(
  database: HistoryDatabase,
  sha256: string,
  pauseBetween: () => Promise<void>,
): Promise<ForgottenImport | undefined> {
  const found = await withWriteLock(database, (transaction) => startForgetting(transaction, sha256))
  if (found === undefined) return undefined
  const totals = { snapshots: 0, keptSnapshots: 0, gaps: 0, isNewest: false }
  for (const board of await readBoards(database, found)) {
    totals.gaps += await withWriteLock(database, (transaction) =>
      forgetAddedGaps(transaction, found.number, board),
    )
    for (let isLast = false; !isLast;) {
      const batch = await withWriteLock(database, (transaction) =>
        forgetSnapshots(transaction, found, board),
      )
      totals.snapshots += batch.dropped
      totals.keptSnapshots += batch.kept
      totals.isNewest ||= batch.isNewest
      isLast = batch.isLast
      await pauseBetween()
    }
    await withWriteLock(database, (transaction) => cleanUpBoard(transaction, found.number, board))
  }
  const runs = await withWriteLock(database, (transaction) => forgetRuns(transaction, found.number))
  const rest = {
    isNewest: totals.isNewest,
    dropsRankSets: totals.snapshots > 0 && (await hasUnusedRankSets(database)),
  }
  const ended = await withWriteLock(database, (transaction) =>
    endForgetting(transaction, found, rest),
  )
  const { region, dayMs } = found
  const { snapshots, keptSnapshots, gaps } = totals
  return { region, dayMs, sha256, snapshots, keptSnapshots, gaps, runs, ...ended }
}

/** Marks an import as incomplete, so that no export file of its day is stored meanwhile. */
async function startForgetting(
  database: HistoryDatabase,
  sha256: string,
): Promise<ImportToForget | undefined> {
  const row = await database
    .updateTable('history_imports')
    .set({ ended: 0 })
    .where('sha256', '=', sha256)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const number = row.number ?? undefined
  if (number === undefined) throw new UntraceableImport()
  const { region, day_ms: dayMs, files_before: filesBefore } = row
  return { number, region: region as Region, dayMs, sha256, filesBefore: filesBefore ?? 0 }
}

/** Reads the boards to which an import added anything. */
async function readBoards(
  database: HistoryDatabase,
  { number, region, dayMs }: ImportToForget,
): Promise<readonly number[]> {
  const rows = await database
    .selectFrom('history_boards as board')
    .select('board.id')
    .where('board.region', '=', region)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('history_snapshots as snapshot')
            .select('snapshot.at_ms')
            .whereRef('snapshot.board', '=', 'board.id')
            .where('snapshot.at_ms', '>=', dayMs)
            .where('snapshot.at_ms', '<', dayMs + DAY_MS)
            .where('snapshot.import', '=', number),
        ),
        eb.exists(
          eb
            .selectFrom('history_import_gaps as gap')
            .select('gap.board')
            .whereRef('gap.board', '=', 'board.id')
            .where('gap.import', '=', number),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Deletes the runs that an import added; restores the period and name from another import that
 * contains them. Keeps runs that are announced here. Returns the number of deleted runs.
 */
async function forgetRuns(database: HistoryDatabase, importNumber: number): Promise<number> {
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
