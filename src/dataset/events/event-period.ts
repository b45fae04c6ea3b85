import { curveProblem, FULL_SHARE, shareAt, type Curve, type Share } from './growth.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'

/**
 * Period of an event and growth of its points. Times are Unix milliseconds; the end is exclusive.
 */
export interface EventPeriod {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** Interval of the repetitions in milliseconds; `undefined` when the event runs once. */
  readonly repeatsMs: number | undefined
  readonly curve: Curve
}

/** Phase of an event, with the milliseconds of game time since its current start while it runs. */
export type EventPhase =
  | { readonly phase: 'coming' }
  | { readonly phase: 'running'; readonly passedMs: number }
  | { readonly phase: 'ended' }

/**
 * Returns the phase of an event at a game time. Between two repetitions it is `ended` in the first
 * half of the gap, and `coming` in the second half.
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
 * Returns the share of the final points that a board shows at a game time: `undefined` before the
 * start, when it shows no rows, and 1 after the end. While the event runs, game time counts in
 * whole UTC minutes.
 */
export function reachedShare(period: EventPeriod, gameNowMs: number): Share | undefined {
  const state = eventPhase(period, gameNowMs)
  if (state.phase === 'coming') return undefined
  if (state.phase === 'ended') return FULL_SHARE
  const passedMs = state.passedMs - (gameNowMs % MINUTE_MS)
  return shareAt(period.curve, passedMs, period.endsAtMs - period.startsAtMs)
}

/**
 * Returns the shift in milliseconds from the first repetition to the current or latest started one:
 * a multiple of the interval, and 0 before the first start.
 */
export function shiftOfRepeat(startsAtMs: bigint, repeatsMs: bigint, gameNowMs: bigint): bigint {
  const sinceMs = gameNowMs - startsAtMs
  return sinceMs < 0n ? 0n : sinceMs - (sinceMs % repeatsMs)
}

/** Returns a valid period. Throws an `Error` that describes the problem otherwise. */
export function checkEventPeriod(period: EventPeriod): EventPeriod {
  const { startsAtMs, endsAtMs, repeatsMs, curve } = period
  if (!isTime(startsAtMs) || !isTime(endsAtMs) || endsAtMs <= startsAtMs) {
    throw new Error('An event needs a start and a later end, both in Unix milliseconds.')
  }
  if (repeatsMs !== undefined && !(isTime(repeatsMs) && repeatsMs >= endsAtMs - startsAtMs)) {
    throw new Error('An event must not repeat before it has ended.')
  }
  const problem = curveProblem(curve)
  if (problem !== undefined) throw new Error(`The curve of an event ${problem}.`)
  return period
}

function isTime(ms: number): boolean {
  return Number.isSafeInteger(ms) && ms >= 0
}
