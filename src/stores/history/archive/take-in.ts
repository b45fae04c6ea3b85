import type { Snapshot } from '../../../domain/board.ts'
import type { CollectedElsewhere, EndedGap } from '../../../domain/history-archive.ts'
import { ensureBoard } from '../boards.ts'
import { readTimes } from '../read-times.ts'
import type { HistoryDatabase, HistoryTables } from '../schema.ts'
import { addStretch } from './add-stretch.ts'
import { DAY_MS } from '../../../domain/time-units.ts'

/**
 * Adds what was collected elsewhere, in the transaction of its caller, which nobody else writes beside; see the port. Returns how many
 * snapshots were added.
 */
export async function takeIn(
  database: HistoryDatabase,
  { board: named, dayMs, snapshots, gaps }: CollectedElsewhere,
): Promise<number> {
  const board = await ensureBoard(database, named)
  const known = await readSpan(database, board, dayMs)
  const before: Snapshot[] = []
  const behind: Snapshot[] = []
  for (const snapshot of snapshots) {
    if (snapshot.fetchedAtMs < known.firstMs) before.push(snapshot)
    else if (snapshot.fetchedAtMs > known.lastMs) behind.push(snapshot)
  }
  const free: EndedGap[] = []
  for (const gap of gaps) {
    const isOutside = gap.untilMs <= known.firstMs || gap.fromMs >= known.lastMs
    if (isOutside && !(await hasSnapshotIn(database, board, gap))) free.push(gap)
  }
  for (const stretch of [before, behind]) {
    await addStretch(database, board, stretch)
    await narrowGaps(database, board, stretch, free)
  }
  for (const gap of free) {
    const overlapping = await readOverlapping(database, board, gap.fromMs, gap.untilMs)
    if (overlapping.length > 0) continue
    const { fromMs, untilMs, reason, failures } = gap
    await database
      .insertInto('history_gaps')
      .values({ board, from_ms: fromMs, until_ms: untilMs, reason, failures })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return before.length + behind.length
}

/** The first and the last snapshot of a day that are known. Where none is, everything is before them. */
async function readSpan(database: HistoryDatabase, board: number, dayMs: number) {
  const { first, last } = await database
    .selectFrom('history_snapshots')
    .select(({ fn }) => [
      fn.min<number | null>('at_ms').as('first'),
      fn.max<number | null>('at_ms').as('last'),
    ])
    .where('board', '=', board)
    .where('at_ms', '>=', dayMs)
    .where('at_ms', '<', dayMs + DAY_MS)
    .executeTakeFirstOrThrow()
  return { firstMs: first ?? Infinity, lastMs: last ?? Infinity }
}

async function hasSnapshotIn(
  database: HistoryDatabase,
  board: number,
  { fromMs, untilMs }: EndedGap,
): Promise<boolean> {
  const query = { board, fromMs: fromMs + 1, untilMs, stepMs: 0, max: 1 }
  return (await readTimes(database, query)).length > 0
}

/** The gaps that share some time with a range. */
async function readOverlapping(
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
    .where(({ or, eb }) => or([eb('until_ms', 'is', null), eb('until_ms', '>', fromMs)]))
    .execute()
}

/**
 * Takes out of the known gaps what a stretch of snapshots fills, with the gaps between them, which say better why. A rest that is no
 * longer than the usual time from one of them to the next is no gap.
 */
async function narrowGaps(
  database: HistoryDatabase,
  board: number,
  stretch: readonly Snapshot[],
  gaps: readonly EndedGap[],
): Promise<void> {
  const [first, last] = [stretch[0], stretch.at(-1)]
  if (first === undefined || last === undefined) return
  const within = gaps.filter(
    ({ untilMs }) => untilMs >= first.fetchedAtMs && untilMs <= last.fetchedAtMs,
  )
  const fromMs = Math.min(first.fetchedAtMs, ...within.map((gap) => gap.fromMs))
  const untilMs = last.fetchedAtMs
  const usualMs = longestStep(stretch, within)
  for (const gap of await readOverlapping(database, board, fromMs, untilMs)) {
    await database
      .deleteFrom('history_gaps')
      .where('board', '=', board)
      .where('from_ms', '=', gap.from_ms)
      .execute()
    const rests = [
      { ...gap, until_ms: fromMs },
      { ...gap, from_ms: untilMs },
    ].filter((rest) => (rest.until_ms ?? Infinity) - rest.from_ms > usualMs)
    if (rests.length > 0) await database.insertInto('history_gaps').values(rests).execute()
  }
}

/** The longest time from one snapshot to the next with no gap between them; 0 where there is none. */
function longestStep(stretch: readonly Snapshot[], gaps: readonly EndedGap[]): number {
  const ends = new Set(gaps.map(({ untilMs }) => untilMs))
  return stretch.reduce((longest, { fetchedAtMs }, at) => {
    const before = stretch[at - 1]
    if (before === undefined || ends.has(fetchedAtMs)) return longest
    return Math.max(longest, fetchedAtMs - before.fetchedAtMs)
  }, 0)
}
