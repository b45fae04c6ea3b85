import type { EndedGap } from '../../history-archive.ts'
import type { HistoryDatabase, HistoryTables } from '../history-schema.ts'

/** Adds gaps of a board, except those that overlap a stored one. Returns the added ones. */
export async function addFreeGaps(
  database: HistoryDatabase,
  board: number,
  gaps: readonly EndedGap[],
): Promise<readonly EndedGap[]> {
  const added: EndedGap[] = []
  for (const gap of gaps) {
    const overlapping = await readOverlapping(database, board, gap.fromMs, gap.untilMs)
    if (overlapping.length > 0) continue
    const { fromMs, untilMs, reason, failures } = gap
    await database
      .insertInto('history_gaps')
      .values({ board, from_ms: fromMs, until_ms: untilMs, reason, failures })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    added.push(gap)
  }
  return added
}

/** Reads the gaps that overlap a range. */
export async function readOverlapping(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  untilMs: number,
): Promise<readonly HistoryTables['history_gaps'][]> {
  return database
    .selectFrom('history_gaps')
    .selectAll()
    .where('board', '=', board)
    .where('from_ms', '<', untilMs)
    .where((eb) => eb.or([eb('until_ms', 'is', null), eb('until_ms', '>', fromMs)]))
    .execute()
}

/** A segment that fills a part of the stored gaps of a board. */
export interface GapFilling {
  /** Time of its first snapshot, or of the one that it continues, in Unix milliseconds. */
  readonly fromMs: number
  /** Time of its last snapshot, in Unix milliseconds. */
  readonly untilMs: number
  /** The gaps between its snapshots. */
  readonly gaps: readonly EndedGap[]
  /** Remainders of a stored gap up to this length, in milliseconds, are removed. */
  readonly usualMs: number
}

/**
 * Shrinks the stored gaps by a segment of snapshots and the gaps between them, whose reasons are
 * more precise. Removes remainders that are not longer than the usual time between two snapshots.
 * Returns the gaps that it shrank, as they were.
 */
export async function narrowGaps(
  database: HistoryDatabase,
  board: number,
  { fromMs: startMs, untilMs, gaps, usualMs }: GapFilling,
): Promise<readonly HistoryTables['history_gaps'][]> {
  const within = gaps.filter((gap) => gap.untilMs >= startMs && gap.untilMs <= untilMs)
  const fromMs = Math.min(startMs, ...within.map((gap) => gap.fromMs))
  const narrowed = await readOverlapping(database, board, fromMs, untilMs)
  for (const gap of narrowed) {
    await database
      .deleteFrom('history_gaps')
      .where('board', '=', board)
      .where('from_ms', '=', gap.from_ms)
      .execute()
    const remainders = [
      { ...gap, until_ms: fromMs },
      { ...gap, from_ms: untilMs },
    ].filter((remainder) => (remainder.until_ms ?? Infinity) - remainder.from_ms > usualMs)
    if (remainders.length > 0)
      await database.insertInto('history_gaps').values(remainders).execute()
  }
  return narrowed
}

/**
 * Returns the longest time between two consecutive snapshots without a gap between them, in
 * milliseconds; 0 if there is none.
 */
export function longestStep(times: readonly number[], gaps: readonly EndedGap[]): number {
  const ends = new Set(gaps.map(({ untilMs }) => untilMs))
  return times.reduce((longest, atMs, at) => {
    const before = times[at - 1]
    if (before === undefined || ends.has(atMs)) return longest
    return Math.max(longest, atMs - before)
  }, 0)
}
