import type { KnownRun } from '../../../history-store.ts'
import { eventStateAt, type EventState, type GameEvent } from '../../../../game/game-event.ts'

/*
 * An event that repeats has one id and several runs, each with its own start. All runs share one
 * board. The board belongs to a run from its start until the next run starts: the last poll of a
 * run happens after its end.
 */

/**
 * Returns the run that a board showed at a time (Unix ms); `undefined` before the first. `runs` are
 * those of one event.
 */
export function runAt(runs: readonly GameEvent[], atMs: number): GameEvent | undefined {
  return newestRunFirst(runs).find(({ startsAtMs }) => startsAtMs <= atMs)
}

/**
 * Returns the run for a request without a start: the latest one that has started, else the next
 * one.
 */
export function defaultRun(runs: readonly GameEvent[], nowMs: number): GameEvent | undefined {
  return runAt(runs, nowMs) ?? newestRunFirst(runs).at(-1)
}

/**
 * Returns when the next run takes over the board, in Unix milliseconds; `undefined` without a next
 * run.
 */
export function boardEndsAt(runs: readonly GameEvent[], run: GameEvent): number | undefined {
  return newestRunFirst(runs).findLast(({ startsAtMs }) => startsAtMs > run.startsAtMs)?.startsAtMs
}

/**
 * Returns the state of a run at a time (Unix ms). It has ended when the next run has taken over the
 * board, which happens before its own end after an event was moved. `known` are the runs of its
 * region.
 */
export function runStateAt(run: GameEvent, known: readonly GameEvent[], nowMs: number): EventState {
  const ofEvent = known.filter(({ id }) => id === run.id)
  return knownRunStateAt({ ...run, nextStartsAtMs: boardEndsAt(ofEvent, run) }, nowMs)
}

/** Returns the state of a run at a time (Unix ms), as {@link runStateAt}. */
export function knownRunStateAt(
  run: GameEvent & Pick<KnownRun, 'nextStartsAtMs'>,
  nowMs: number,
): EventState {
  return nowMs >= (run.nextStartsAtMs ?? Infinity) ? 'ended' : eventStateAt(run, nowMs)
}

/**
 * Returns the milliseconds until a run starts or ends, or the next one takes over its board;
 * `Infinity` after that.
 */
export function msUntilTransition(
  {
    startsAtMs,
    endsAtMs,
    nextStartsAtMs = endsAtMs,
  }: GameEvent & Partial<Pick<KnownRun, 'nextStartsAtMs'>>,
  nowMs: number,
): number {
  const next = [startsAtMs, Math.min(endsAtMs, nextStartsAtMs)].find((atMs) => atMs > nowMs)
  return next === undefined ? Number.POSITIVE_INFINITY : next - nowMs
}

/** Returns runs sorted by their start, latest first. */
export function newestRunFirst(runs: readonly GameEvent[]): readonly GameEvent[] {
  return runs.toSorted((one, other) => other.startsAtMs - one.startsAtMs)
}
