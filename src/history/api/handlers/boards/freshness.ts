import { DAY_MS } from '../../../../platform/time/time-units.ts'
import { newestFreshForMs } from '../describe/describe-watch.ts'
import { msUntilTransition } from '../events/runs.ts'
import type { BoardView } from './board-view.ts'

/**
 * Returns the milliseconds for which an answer about a board stays valid. If all of it lies before
 * the newest snapshot, that is a day (collected data does not change, but retention may downsample
 * it); otherwise until the next poll is due. It ends at the next start or end of a run of the
 * event, because answers contain the state of the run.
 */
export function freshForMs(
  view: BoardView,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): number {
  const unchangedMs = isPast(view, untilMs) ? DAY_MS : newestFreshForMs(view.watch, nowMs)
  return Math.min(unchangedMs, ...view.runs.map((run) => msUntilTransition(run, nowMs)))
}

/**
 * Returns whether an answer up to `untilMs` (Unix ms) ends at or before the newest snapshot of its
 * board.
 */
export function isPast({ newest }: BoardView, untilMs: number): boolean {
  return newest !== undefined && untilMs <= newest.fetchedAtMs
}
