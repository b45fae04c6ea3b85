import type { Gap, GapReason } from '../history-store.ts'
import type { HistoryDatabase, HistoryTables } from './history-schema.ts'

/** Reads the open gap of a board. */
export async function readOpenGap(
  database: HistoryDatabase,
  board: number,
): Promise<HistoryTables['history_gaps'] | undefined> {
  return database
    .selectFrom('history_gaps')
    .selectAll()
    .where('board', '=', board)
    .where('until_ms', 'is', null)
    .orderBy('from_ms', 'desc')
    .executeTakeFirst()
}

/**
 * Counts a failed poll in the open gap, or in a new one from `fromMs` on. Missed polls count as no
 * failure.
 */
export async function widenGap(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  reason: GapReason,
): Promise<void> {
  const open = await readOpenGap(database, board)
  const failures = failuresOf(reason)
  await database
    .insertInto('history_gaps')
    .values({ board, from_ms: open?.from_ms ?? fromMs, until_ms: null, reason, failures })
    .onConflict((conflict) =>
      conflict.columns(['board', 'from_ms']).doUpdateSet(({ eb }) => ({
        failures: eb('history_gaps.failures', '+', failures),
        until_ms: null,
      })),
    )
    .execute()
}

/**
 * Ends the open gap at a snapshot. Deletes a gap without duration, caused by a clock that was set
 * back or stood still.
 */
export async function endGap(
  database: HistoryDatabase,
  board: number,
  untilMs: number,
): Promise<void> {
  const open = await readOpenGap(database, board)
  if (open === undefined) return
  if (untilMs > open.from_ms) {
    await database
      .updateTable('history_gaps')
      .set({ until_ms: untilMs })
      .where('board', '=', board)
      .where('from_ms', '=', open.from_ms)
      .execute()
  } else {
    await database
      .deleteFrom('history_gaps')
      .where('board', '=', board)
      .where('from_ms', '=', open.from_ms)
      .execute()
  }
}

/** Returns how many failed polls a result with this reason counts as: 0 for missed polls. */
export function failuresOf(reason: GapReason): 0 | 1 {
  return reason === 'not_collected' || reason === 'store_unavailable' ? 0 : 1
}

/** Ends the open gap at `watchStartMs` if it started before the current watch of its board. */
export async function endEarlierGap(
  database: HistoryDatabase,
  board: number,
  watchStartMs: number,
): Promise<void> {
  await database
    .updateTable('history_gaps')
    .set({ until_ms: watchStartMs })
    .where('board', '=', board)
    .where('until_ms', 'is', null)
    .where('from_ms', '<', watchStartMs)
    .execute()
}

/** Creates a gap from its row. */
export function gapOf(row: HistoryTables['history_gaps']): Gap {
  return {
    fromMs: row.from_ms,
    untilMs: row.until_ms ?? undefined,
    reason: row.reason as GapReason,
    failures: row.failures,
  }
}
