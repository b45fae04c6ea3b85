import { DAY_MS } from '../../domain/time-units.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import { newestFreshForMs } from './describe-watch.ts'
import { changesInMs } from './runs.ts'
import type { BoardView } from './view-board.ts'

/**
 * For how many milliseconds an answer about a board will be the same: where all of it lies before the newest snapshot, a day
 * (what was collected does not change, but retention may thin it), else until the next reading is due. Never beyond the
 * moment at which its event begins or ends, for the answer says which of it is true.
 */
export function freshForMs(
  view: BoardView,
  { untilMs, run, nowMs }: { untilMs: number; run: GameEvent | undefined; nowMs: number },
): number {
  const isPast = view.newest !== undefined && untilMs <= view.newest.fetchedAtMs
  const stillMs = isPast ? DAY_MS : newestFreshForMs(view.watch, nowMs)
  return Math.min(stillMs, run === undefined ? stillMs : changesInMs(run, nowMs))
}
