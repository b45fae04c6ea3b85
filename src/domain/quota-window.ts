import { DAY_MS, MINUTE_MS } from './time-units.ts'

/** How many minutes a clock may step back before its stored minute is thought of as a wild jump. */
const MINUTES_KEPT = 10

/** How many days a clock may step back before its stored day is thought of as a wild jump. */
const DAYS_KEPT = 1

/** The used share of one fixed window: its index since the Unix epoch and how many were admitted in it. */
export interface WindowCount {
  readonly index: number
  readonly count: number
}

/** What stands where nothing was ever counted. */
export const NEVER: WindowCount = { index: 0, count: 0 }

/** The same window with one more in it. */
export function plusOne({ index, count }: WindowCount): WindowCount {
  return { index, count: count + 1 }
}

/**
 * The minute that counts now. A stored minute a little ahead of the clock is kept: the clock has stepped back, and
 * opening the minute again would admit its quota twice. One far ahead is let go: the clock had jumped, and keeping
 * it would lock the developer out.
 */
export function minuteWindow(stored: WindowCount, nowMs: number): WindowCount {
  return windowNow(stored, Math.floor(nowMs / MINUTE_MS), MINUTES_KEPT)
}

/** The UTC day that counts now, with the same guard as {@link minuteWindow}. */
export function dayWindow(stored: WindowCount, nowMs: number): WindowCount {
  return windowNow(stored, Math.floor(nowMs / DAY_MS), DAYS_KEPT)
}

/** Milliseconds from `nowMs` to the end of the window `index` of length `lengthMs`; above 0 for the window of now. */
export function windowEndsInMs(index: number, lengthMs: number, nowMs: number): number {
  return (index + 1) * lengthMs - nowMs
}

function windowNow(stored: WindowCount, index: number, kept: number): WindowCount {
  const ahead = stored.index - index
  return ahead >= 0 && ahead <= kept ? stored : { index, count: 0 }
}
