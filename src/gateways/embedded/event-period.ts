import { curveProblem, FULL_SHARE, shareAt, type Curve, type Share } from './growth.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'

/** When an event runs and how its points grow. Times are Unix milliseconds, the end is not part of the event. */
export interface EventPeriod {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** The event starts anew each time this many milliseconds have passed; `undefined`: it runs once. */
  readonly repeatsMs: number | undefined
  readonly curve: Curve
}

/** Where an event stands, with the milliseconds of game time since the start that matters now while it runs. */
export type EventPhase =
  | { readonly phase: 'coming' }
  | { readonly phase: 'running'; readonly passedMs: number }
  | { readonly phase: 'ended' }

/**
 * Where an event stands at a game time. One that repeats is over in the first half of the gap between its end and its
 * next start, and coming in the second half.
 */
export function eventPhase(
  { startsAtMs, endsAtMs, repeatsMs }: Omit<EventPeriod, 'curve'>,
  gameNowMs: number,
): EventPhase {
  if (gameNowMs < startsAtMs) return { phase: 'coming' }
  const lengthMs = endsAtMs - startsAtMs
  const sinceMs = gameNowMs - startsAtMs
  const passedMs = repeatsMs === undefined ? sinceMs : sinceMs % repeatsMs
  if (passedMs < lengthMs) return { phase: 'running', passedMs }
  if (repeatsMs === undefined || 2 * (passedMs - lengthMs) < repeatsMs - lengthMs) {
    return { phase: 'ended' }
  }
  return { phase: 'coming' }
}

/**
 * The share of the final points that a board shows at a game time: `undefined` before the start, when it shows no
 * rows, and all of them after the end. While the event runs, game time counts in whole UTC minutes.
 */
export function reachedShare(period: EventPeriod, gameNowMs: number): Share | undefined {
  const state = eventPhase(period, gameNowMs)
  if (state.phase === 'coming') return undefined
  if (state.phase === 'ended') return FULL_SHARE
  const passedMs = state.passedMs - (gameNowMs % MINUTE_MS)
  return shareAt(period.curve, passedMs, period.endsAtMs - period.startsAtMs)
}

/**
 * By how many milliseconds the first repetition of something has to be shifted to become the one that runs or was the
 * last to start: whole repeats, and 0 before the first start.
 */
export function shiftOfRepeat(startsAtMs: bigint, repeatsMs: bigint, gameNowMs: bigint): bigint {
  const sinceMs = gameNowMs - startsAtMs
  return sinceMs < 0n ? 0n : sinceMs - (sinceMs % repeatsMs)
}

/** Throws an `Error` that says what is wrong with a period; returns it when nothing is. */
export function checkEventPeriod(period: EventPeriod): EventPeriod {
  const { startsAtMs, endsAtMs, repeatsMs, curve } = period
  if (!isTime(startsAtMs) || !isTime(endsAtMs) || endsAtMs <= startsAtMs) {
    throw new Error('An event needs a start and a later end, both in Unix milliseconds.')
  }
  if (repeatsMs !== undefined && !(isTime(repeatsMs) && repeatsMs >= endsAtMs - startsAtMs)) {
    throw new Error('An event may repeat after as many milliseconds as it lasts, or more.')
  }
  const problem = curveProblem(curve)
  if (problem !== undefined) throw new Error(`The curve of an event ${problem}.`)
  return period
}

function isTime(ms: number): boolean {
  return Number.isSafeInteger(ms) && ms >= 0
}
