import { inChunks } from '../../../platform/sql/row-limits.ts'
import { sql } from '#libraries/kysely'
import { readRankSets } from '../board-store.ts'
import { dropSnapshots } from '../downsample.ts'
import { knownRanks, pointsAt } from '../reads/rank-points.ts'
import { readNewest, readTimes } from '../reads/read-times.ts'
import type { HistoryDatabase, HistoryTables } from '../history-schema.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import { BATCH_SNAPSHOTS } from './import-day.ts'
import type { ImportToForget } from './forget-import.ts'
import { readOverlapping } from './narrow-gaps.ts'

/**
 * Deletes the gaps that an import added to a board, except those that another import has too.
 * Returns the number of deleted gaps.
 */
export async function forgetAddedGaps(
  database: HistoryDatabase,
  importNumber: number,
  board: number,
): Promise<number> {
  const gaps = database.selectFrom('history_import_gaps').where('board', '=', board)
  const added = await gaps
    .selectAll()
    .where('import', '=', importNumber)
    .where('role', '=', 'added')
    .execute()
  let deleted = 0
  for (const gap of added) {
    const same = database
      .updateTable('history_import_gaps')
      .where('board', '=', board)
      .where('from_ms', '=', gap.from_ms)
      .where('until_ms', '=', gap.until_ms)
      .where('role', '=', 'shared')
    const other = await gaps
      .select('import')
      .where('from_ms', '=', gap.from_ms)
      .where('until_ms', '=', gap.until_ms)
      .where('role', '=', 'shared')
      .where('import', '!=', importNumber)
      .orderBy('import')
      .executeTakeFirst()
    if (other !== undefined) {
      await same.set({ role: 'added' }).where('import', '=', other.import).execute()
      continue
    }
    deleted += 1
    // A later import may have narrowed it.
    await database
      .deleteFrom('history_gaps')
      .where('board', '=', board)
      .where('from_ms', '>=', gap.from_ms)
      .where('until_ms', '<=', gap.until_ms)
      .where('reason', '=', gap.reason)
      .where('failures', '=', gap.failures)
      .execute()
    await database
      .deleteFrom('history_import_gaps')
      .where('board', '=', board)
      .where('role', '=', 'narrowed')
      .where('from_ms', '>=', gap.from_ms)
      .where('until_ms', '<=', gap.until_ms)
      .where('until_ms', '>', 0)
      .where('import', '!=', importNumber)
      .execute()
  }
  await database
    .deleteFrom('history_import_gaps')
    .where('board', '=', board)
    .where('import', '=', importNumber)
    .where('role', '=', 'added')
    .execute()
  return deleted
}

/** The result of one batch of {@link forgetSnapshots}. */
export interface ForgottenBatch {
  readonly dropped: number
  /** Snapshots that another import has too. */
  readonly kept: number
  /** Whether the newest snapshot of the board is among the dropped ones. */
  readonly isNewest: boolean
  readonly isLast: boolean
}

/**
 * Deletes the latest snapshots that an import added to a board, one batch, and restores the gaps
 * that it had narrowed there. Snapshots that another import contains too are kept and reassigned to
 * it.
 */
export async function forgetSnapshots(
  database: HistoryDatabase,
  { number, dayMs }: Pick<ImportToForget, 'number' | 'dayMs'>,
  board: number,
): Promise<ForgottenBatch> {
  const rows = await database
    .selectFrom('history_snapshots')
    .select('at_ms')
    .where('board', '=', board)
    .where('at_ms', '>=', dayMs)
    .where('at_ms', '<', dayMs + DAY_MS)
    .where('import', '=', number)
    .orderBy('at_ms', 'desc')
    .limit(BATCH_SNAPSHOTS)
    .execute()
  const own = rows.map((row) => row.at_ms).toReversed()
  const isLast = own.length < BATCH_SNAPSHOTS
  if (own.length === 0) return { dropped: 0, kept: 0, isNewest: false, isLast }
  const kept = await reassignShared(database, number, board, own)
  const dropped = own.filter((atMs) => !kept.has(atMs))
  const newest = await readNewest(database, board)
  await dropSnapshots(database, board, dropped)
  await restoreGaps(database, number, board, dropped)
  const isNewest = newest !== undefined && dropped.includes(newest.at_ms)
  return { dropped: dropped.length, kept: kept.size, isNewest, isLast }
}

/**
 * Reassigns snapshots that other imports contain too to the first of these imports. Returns their
 * times.
 */
async function reassignShared(
  database: HistoryDatabase,
  importNumber: number,
  board: number,
  times: readonly number[],
): Promise<ReadonlySet<number>> {
  const shared = await database
    .selectFrom('history_import_snapshots')
    .select(['at_ms', 'import'])
    .where('board', '=', board)
    .where('at_ms', 'in', times)
    .where('import', '!=', importNumber)
    .orderBy('import', 'desc')
    .execute()
  const newOwners = new Map(shared.map((row) => [row.at_ms, row.import]))
  for (const [atMs, newOwner] of newOwners) {
    await database
      .updateTable('history_snapshots')
      .set({ import: newOwner })
      .where('board', '=', board)
      .where('at_ms', '=', atMs)
      .execute()
    await database
      .deleteFrom('history_import_snapshots')
      .where('board', '=', board)
      .where('at_ms', '=', atMs)
      .where('import', '=', newOwner)
      .execute()
  }
  return new Set(newOwners.keys())
}

/**
 * Restores the narrowed gaps around deleted snapshots (ascending times), up to the snapshots that
 * remain on both sides. Deletes the anomalies that only the deleted snapshots caused.
 */
async function restoreGaps(
  database: HistoryDatabase,
  importNumber: number,
  board: number,
  dropped: readonly number[],
): Promise<void> {
  const narrowed = await database
    .selectFrom('history_import_gaps')
    .selectAll()
    .where('board', '=', board)
    .where('import', '=', importNumber)
    .where('role', '=', 'narrowed')
    .orderBy('from_ms')
    .execute()
  let coveredMs = 0
  for (const atMs of dropped) {
    if (atMs < coveredMs) continue
    const before = await readNewest(database, board, atMs)
    const query = { board, fromMs: atMs, untilMs: Number.MAX_SAFE_INTEGER, stepMs: 0, max: 1 }
    const [next] = await readTimes(database, query)
    coveredMs = next?.at_ms ?? Infinity
    if (next !== undefined) await dropAnomaliesAt(database, board, next.at_ms)
    for (const gap of narrowed) {
      const fromMs = Math.max(gap.from_ms, before?.at_ms ?? 0)
      const untilMs = Math.min(gap.until_ms || Infinity, coveredMs)
      if (fromMs < untilMs) await restoreGap(database, gap, fromMs, untilMs)
    }
  }
}

/**
 * Deletes the anomalies of a snapshot that no longer apply after the snapshots before it were
 * deleted.
 */
async function dropAnomaliesAt(
  database: HistoryDatabase,
  board: number,
  atMs: number,
): Promise<void> {
  await sql`
    delete from history_anomalies
    where board = ${board} and at_ms = ${atMs} and kind = 'points_fell'
      and points_before is distinct from
        ${pointsAt(board, sql.ref('history_anomalies.rank'), sql`${atMs - 1}`)}`.execute(database)
}

/** Adds a gap, merged with those that it overlaps. */
async function restoreGap(
  database: HistoryDatabase,
  { board, reason, failures }: HistoryTables['history_import_gaps'],
  fromMs: number,
  untilMs: number,
): Promise<void> {
  const endMs = Number.isFinite(untilMs) ? untilMs : Number.MAX_SAFE_INTEGER
  const rests = await readOverlapping(database, board, fromMs, endMs)
  for (const rest of rests) {
    await database
      .deleteFrom('history_gaps')
      .where('board', '=', board)
      .where('from_ms', '=', rest.from_ms)
      .execute()
  }
  const joinedMs = Math.max(untilMs, ...rests.map((rest) => rest.until_ms ?? Infinity))
  await database
    .insertInto('history_gaps')
    .values({
      board,
      from_ms: Math.min(fromMs, ...rests.map((rest) => rest.from_ms)),
      until_ms: Number.isFinite(joinedMs) ? joinedMs : null,
      reason,
      failures: Math.max(failures, ...rests.map((rest) => rest.failures)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Deletes the records of an import for a board, and the points of ranks that no remaining snapshot
 * polled. Keeps the row of the board, because a watch may be about to use it.
 */
export async function cleanUpBoard(
  database: HistoryDatabase,
  importNumber: number,
  board: number,
): Promise<void> {
  for (const table of ['history_import_gaps', 'history_import_snapshots'] as const) {
    await database
      .deleteFrom(table)
      .where('board', '=', board)
      .where('import', '=', importNumber)
      .execute()
  }
  await dropUnpolledPoints(database, board)
}

/** Deletes the points of ranks that no snapshot of a board polled. */
async function dropUnpolledPoints(database: HistoryDatabase, board: number): Promise<void> {
  const sets = await database
    .selectFrom('history_snapshots')
    .select('rank_set')
    .distinct()
    .where('board', '=', board)
    .execute()
  const ids = sets.flatMap((row) => (row.rank_set === null ? [] : [row.rank_set]))
  // A snapshot without a rank set polled all ranks.
  if (ids.length < sets.length) return
  const requested = new Set(
    [...(await readRankSets(database, ids)).values()].flatMap((set) => [...set]),
  )
  const { rows } = await sql<{ rank: number }>`
    select known.rank as rank from ${knownRanks(board)} as known`.execute(database)
  const unpolled = rows.flatMap(({ rank }) => (requested.has(rank) ? [] : [rank]))
  for (const ranks of inChunks(unpolled)) {
    await database
      .deleteFrom('history_points')
      .where('board', '=', board)
      .where('rank', 'in', ranks)
      .execute()
  }
}
