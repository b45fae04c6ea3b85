import type { Snapshot } from '../../../../game/board.ts'
import type { GameEvent } from '../../../../game/game-event.ts'
import type { EventFacts } from '../../../calendar/event-facts.ts'
import type { HistoryStore } from '../../../history-store.ts'
import { boardEndsAt } from '../events/runs.ts'
import type { BoardView } from './board-view.ts'

/**
 * Returns the last snapshot of a run: the newest one from its start until the next run starts;
 * `undefined` without one.
 */
export async function lastSnapshotOf(
  store: HistoryStore,
  { board, runs }: BoardView,
  run: GameEvent,
): Promise<Snapshot | undefined> {
  const endMs = boardEndsAt(runs, run)
  const last = await store.snapshot(board, endMs === undefined ? undefined : endMs - 1)
  return last !== undefined && last.fetchedAtMs >= run.startsAtMs ? last : undefined
}

/**
 * Returns whether the last snapshot of a run is its final result. It must have been fetched at or
 * after the end of the run. In addition, the results must have been published by then, or no later
 * snapshot can come, because the next run has started or the board is no longer watched. `nowMs` is
 * the present time in Unix milliseconds.
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
 * Returns the time at which the results of a run are published, in Unix milliseconds; `Infinity` if
 * unknown. The operator's data takes precedence over what the collector observed.
 */
function resultsAt({ startsAtMs }: GameEvent, facts: EventFacts | undefined): number {
  const planned = facts?.data.runs?.find((run) => run.startsAtMs === startsAtMs)
  const seen = facts?.observed.get(startsAtMs)
  return planned?.resultsAtMs ?? seen?.resultsAtMs ?? Number.POSITIVE_INFINITY
}
