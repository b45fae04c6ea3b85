import type { Snapshot } from '../../../game/board.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import type { EventFacts } from '../../calendar/event-facts.ts'
import type { HistoryStore } from '../../history-store.ts'
import { boardEndsAt } from './runs.ts'
import type { BoardView } from './board-view.ts'

/**
 * Returns the last snapshot of a run: the newest one from its start on and before the next run
 * begins.
 */
export async function lastSnapshotOf(
  store: HistoryStore,
  { board, runs, newest }: BoardView,
  run: GameEvent,
): Promise<Snapshot | undefined> {
  const endMs = boardEndsAt(runs, run)
  const last =
    newest === undefined || endMs === undefined || newest.fetchedAtMs < endMs
      ? newest
      : await store.snapshot(board, endMs - 1)
  return last !== undefined && last.fetchedAtMs >= run.startsAtMs ? last : undefined
}

/**
 * Returns whether the last snapshot of a run is its final result: it was fetched at or after the
 * end of the run, and either its results had come by then, or no later one can come, because the
 * next run has begun or the board is no longer watched. `nowMs` is the present time in Unix
 * milliseconds.
 */
export function isFinalResult(
  last: Snapshot,
  run: GameEvent,
  { runs, watch, facts }: BoardView,
  nowMs: number,
): boolean {
  if (last.fetchedAtMs < run.endsAtMs) return false
  if (last.fetchedAtMs >= resultsAt(run, facts.get(run.id))) return true
  const hasNextRun = nowMs >= (boardEndsAt(runs, run) ?? Number.POSITIVE_INFINITY)
  const untilMs = watch === undefined ? 0 : (watch.watch.untilMs ?? Number.POSITIVE_INFINITY)
  return hasNextRun || nowMs >= untilMs
}

/**
 * Returns when the results of a run came or will come, in Unix milliseconds; `Infinity` if that is
 * not known. The operator's data wins over what the collector has seen.
 */
function resultsAt({ startsAtMs }: GameEvent, facts: EventFacts | undefined): number {
  const planned = facts?.data.runs?.find((run) => run.startsAtMs === startsAtMs)
  const seen = facts?.observed.get(startsAtMs)
  return planned?.resultsAtMs ?? seen?.resultsAtMs ?? Number.POSITIVE_INFINITY
}
