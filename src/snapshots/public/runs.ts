import type { PublicPart } from '../../contract/public/messages.ts'
import { eventStateAt, type EventState, type GameEvent } from '../../domain/game-event.ts'

/*
 * An event that comes again has the same id and another start, and all its runs share one board. A run has its board from its
 * start until the next run starts: the last reading of an event is taken after its end.
 */

/** The run that a board showed at a time (Unix ms); `undefined` before the first. `runs` are of one event. */
export function runAt(runs: readonly GameEvent[], atMs: number): GameEvent | undefined {
  return latestFirst(runs).find(({ startsAtMs }) => startsAtMs <= atMs)
}

/** The run that is meant when none is named: the one of now, or else the next one to come. */
export function usualRun(runs: readonly GameEvent[], nowMs: number): GameEvent | undefined {
  return runAt(runs, nowMs) ?? latestFirst(runs).at(-1)
}

/** When the board of a run goes to the next one, in Unix milliseconds; `undefined` while there is no next one. */
export function boardEndsAt(runs: readonly GameEvent[], run: GameEvent): number | undefined {
  return latestFirst(runs).findLast(({ startsAtMs }) => startsAtMs > run.startsAtMs)?.startsAtMs
}

/**
 * Where a run stands at a time (Unix ms), of those that are known in its region: it is over when its board has gone to the next one,
 * as after an event was moved.
 */
export function runStateAt(run: GameEvent, known: readonly GameEvent[], nowMs: number): EventState {
  const ofEvent = known.filter(({ id }) => id === run.id)
  return nowMs >= (boardEndsAt(ofEvent, run) ?? Infinity) ? 'ended' : eventStateAt(run, nowMs)
}

/** A run as the interface shows it; `known` are the runs of its region, or those of its event. */
export function describeRun(
  run: GameEvent,
  known: readonly GameEvent[],
  nowMs: number,
): PublicPart['Event'] {
  const { region, id, name = '', startsAtMs, endsAtMs } = run
  return {
    region,
    id,
    name,
    startsAt: String(startsAtMs),
    endsAt: String(endsAtMs),
    state: runStateAt(run, known, nowMs),
  }
}

/** Milliseconds until a run begins or ends; infinite when it has ended. */
export function changesInMs({ startsAtMs, endsAtMs }: GameEvent, nowMs: number): number {
  const next = [startsAtMs, endsAtMs].find((atMs) => atMs > nowMs)
  return next === undefined ? Number.POSITIVE_INFINITY : next - nowMs
}

/** Runs ordered by their starts, the latest first. */
export function latestFirst(runs: readonly GameEvent[]): readonly GameEvent[] {
  return runs.toSorted((one, other) => other.startsAtMs - one.startsAtMs)
}
