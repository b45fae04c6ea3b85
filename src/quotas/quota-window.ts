import { DAY_MS, MINUTE_MS } from '../platform/time/time-units.ts'

/** Largest clock step back, in minutes, for which the stored minute stays in effect. */
const MINUTES_AHEAD_MAX = 10

/** Largest clock step back, in days, for which the stored day stays in effect. */
const DAYS_AHEAD_MAX = 1

/**
 * Count of one fixed window. `index` counts windows since the Unix epoch; `count` is the number of
 * admitted requests.
 */
export interface WindowCount {
  readonly index: number
  readonly count: number
}

/** Count of a developer without any recorded request. */
export const EMPTY_WINDOW: WindowCount = { index: 0, count: 0 }

/** Returns the window with its count incremented. */
export function incrementWindow({ index, count }: WindowCount): WindowCount {
  return { index, count: count + 1 }
}

/**
 * Returns the current minute. Keeps a stored minute slightly ahead of the clock: the clock has
 * stepped back, and reopening the minute would admit its quota twice. Discards one far ahead: the
 * clock had jumped forward, and keeping it would lock the developer out.
 */
export function minuteWindow(stored: WindowCount, nowMs: number): WindowCount {
  return windowNow(stored, Math.floor(nowMs / MINUTE_MS), MINUTES_AHEAD_MAX)
}

/** Returns the current UTC day, with the same guard as {@link minuteWindow}. */
export function dayWindow(stored: WindowCount, nowMs: number): WindowCount {
  return windowNow(stored, Math.floor(nowMs / DAY_MS), DAYS_AHEAD_MAX)
}

/**
 * Returns the milliseconds from `nowMs` to the end of window `index` of length `lengthMs`; above 0
 * for the current window.
 */
export function windowEndsInMs(index: number, lengthMs: number, nowMs: number): number {
  return (index + 1) * lengthMs - nowMs
}

function windowNow(stored: WindowCount, index: number, aheadMax: number): WindowCount {
  const ahead = stored.index - index
  return ahead >= 0 && ahead <= aheadMax ? stored : { index, count: 0 }
}
