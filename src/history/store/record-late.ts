import { boardKey, type Snapshot } from '../../game/board.ts'
import type { EndedGap } from '../history-archive.ts'
import type { PollResult } from '../history-store.ts'
import { insertSegment } from './archive/insert-segment.ts'
import { addFreeGaps, longestStep, narrowGaps } from './archive/narrow-gaps.ts'
import { ensureBoard } from './board-store.ts'
import { failuresOf } from './gap-store.ts'
import { readNewest, readTimes } from './reads/read-times.ts'
import type { HistoryDatabase } from './history-schema.ts'

/**
 * A remainder of a gap counts as a gap only if it is longer than this many usual steps, because a
 * poll may be a little late.
 */
const LATE_STEPS = 2.5

/**
 * Implements `HistoryStore.recordLate` in the transaction of its caller, to which no other writer
 * is concurrent. Adds poll results of a lost lease. Returns those whose boards have no newer
 * snapshot yet.
 */
export async function recordLate(
  database: HistoryDatabase,
  results: readonly PollResult[],
  isLast: boolean,
): Promise<readonly PollResult[]> {
  const waiting: PollResult[] = []
  for (const own of Map.groupBy(results, (result) => boardKey(boardOfResult(result))).values()) {
    if (!(await fillGap(database, own, isLast))) waiting.push(...own)
  }
  return waiting
}

/**
 * Fills the gap to which the results of one board, ascending, belong. Returns whether that is done.
 */
async function fillGap(
  database: HistoryDatabase,
  results: readonly PollResult[],
  isLast: boolean,
): Promise<boolean> {
  const [some] = results
  if (some === undefined) return true
  const board = await ensureBoard(database, boardOfResult(some))
  const unknown: Snapshot[] = []
  for (const result of results) {
    if (!('snapshot' in result)) continue
    const { fetchedAtMs } = result.snapshot
    if (fetchedAtMs <= (unknown.at(-1)?.fetchedAtMs ?? 0)) continue
    // It may have been written by a commit whose response was lost.
    const known = await readNewest(database, board, fetchedAtMs)
    if (known?.at_ms !== fetchedAtMs) unknown.push(result.snapshot)
  }
  const [first] = unknown
  if (first === undefined) return true
  const maxMs = Number.MAX_SAFE_INTEGER
  const query = { board, fromMs: first.fetchedAtMs, untilMs: maxMs, stepMs: 0, max: 1 }
  const [next] = await readTimes(database, query)
  if (next === undefined && !isLast) return false
  const endMs = next?.at_ms ?? maxMs
  const segment = unknown.filter(({ fetchedAtMs }) => fetchedAtMs < endMs)
  const beforeMs = (await readNewest(database, board, first.fetchedAtMs))?.at_ms
  const claimed = gapsBetween(segment, results, beforeMs)
  const times = segment.map(({ fetchedAtMs }) => fetchedAtMs)
  const stepMs = longestStep(times, claimed) || (await readCadenceMs(database, board))
  const usualMs = stepMs * LATE_STEPS
  // Missed polls were detected against an older snapshot: another collector may have filled most of
  // the gap.
  const gaps = claimed.filter(
    ({ failures, fromMs, untilMs }) => failures > 0 || untilMs - fromMs > usualMs,
  )
  await insertSegment(database, board, segment)
  const untilMs = times.at(-1) ?? first.fetchedAtMs
  await narrowGaps(database, board, { fromMs: first.fetchedAtMs, untilMs, gaps, usualMs })
  await addFreeGaps(database, board, gaps)
  return true
}

/** Returns the gaps of failed polls that end at a snapshot of the segment. */
function gapsBetween(
  segment: readonly Snapshot[],
  results: readonly PollResult[],
  beforeMs: number | undefined,
): readonly EndedGap[] {
  const added = new Set(segment)
  const gaps: EndedGap[] = []
  let lastMs = beforeMs
  let open: Omit<EndedGap, 'untilMs'> | undefined
  for (const result of results) {
    if (!('snapshot' in result)) {
      const { atMs, reason } = result
      // It belongs to the gap that the stored snapshot ended.
      if (lastMs !== undefined && atMs < lastMs) continue
      open ??= { fromMs: lastMs ?? atMs, reason, failures: 0 }
      open = { ...open, failures: open.failures + failuresOf(reason) }
    } else if (added.has(result.snapshot)) {
      const untilMs = result.snapshot.fetchedAtMs
      if (open !== undefined && open.fromMs < untilMs) gaps.push({ ...open, untilMs })
      open = undefined
      lastMs = untilMs
    } else {
      open = undefined
    }
  }
  return gaps
}

async function readCadenceMs(database: HistoryDatabase, board: number): Promise<number> {
  const watch = await database
    .selectFrom('history_watches')
    .select('cadence_ms')
    .where('board', '=', board)
    .executeTakeFirst()
  return watch?.cadence_ms ?? 0
}

function boardOfResult(result: PollResult) {
  return 'snapshot' in result ? result.snapshot.board : result.board
}
