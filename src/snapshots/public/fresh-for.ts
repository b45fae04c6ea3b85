import { DAY_MS } from '../../domain/time-units.ts'
import { newestFreshForMs } from './describe-watch.ts'
import { changesInMs } from './runs.ts'
import type { BoardView } from './view-board.ts'

/**
 * For how many milliseconds an answer about a board will be the same: where all of it lies before the newest snapshot, a day
 * (what was collected does not change, but retention may thin it), else until the next reading is due. Never beyond the
 * moment at which a run of its event begins or ends, for the answer says which of it is true, and shows the run that runs.
 */
export function freshForMs(
  view: BoardView,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): number {
  const stillMs = isPast(view, untilMs) ? DAY_MS : newestFreshForMs(view.watch, nowMs)
  return Math.min(stillMs, ...view.runs.map((run) => changesInMs(run, nowMs)))
}

/** Whether all that an answer shows, up to `untilMs` (Unix ms), lies before the newest snapshot of its board. */
export function isPast({ newest }: BoardView, untilMs: number): boolean {
  return newest !== undefined && untilMs <= newest.fetchedAtMs
}
