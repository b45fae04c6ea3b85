import type { Gap, GapReason } from '../../domain/history-store.ts'
import type { HistoryDatabase, HistoryTables } from './schema.ts'

/** The gap of a board that lasts now. */
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
 * Counts a reading that failed: in the gap that lasts, or in one that begins at `fromMs`. That nobody collected is no
 * reading, and counts for none.
 */
export async function widenGap(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  reason: GapReason,
): Promise<void> {
  const open = await readOpenGap(database, board)
  const failures = reason === 'not_collected' ? 0 : 1
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
 * Ends the gap that lasts at a snapshot. One that would not last at all, since a clock was set back or stood still, was
 * none.
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

/** Ends the gap that lasts where the watch that has its board now (from `beginsMs` on) began behind it: it is of an earlier watch. */
export async function endEarlierGap(
  database: HistoryDatabase,
  board: number,
  beginsMs: number,
): Promise<void> {
  await database
    .updateTable('history_gaps')
    .set({ until_ms: beginsMs })
    .where('board', '=', board)
    .where('until_ms', 'is', null)
    .where('from_ms', '<', beginsMs)
    .execute()
}

/** A gap, from its row. */
export function gapOf(row: HistoryTables['history_gaps']): Gap {
  return {
    fromMs: row.from_ms,
    untilMs: row.until_ms ?? undefined,
    reason: row.reason as GapReason,
    failures: row.failures,
  }
}
