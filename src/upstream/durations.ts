import type { Clock } from '../platform/time/clock.ts'

/** Statistics of call durations, used to estimate waiting times. */
export interface Durations {
  /** Records the start of a call. Returns a function that records its end. */
  start(): (outcome: 'finished' | 'aborted') => void
  /** Moving average of call durations in milliseconds; 0 before the first call has ended. */
  readonly averageMs: number
  /** Milliseconds within which most calls end. */
  readonly usualMs: number
  /** Estimates the milliseconds until one of the running calls ends. */
  untilFirstEndMs(): number
}

/** Weight of the newest duration in the moving average. */
const NEWEST_SHARE = 0.2
/** Factor from the average to the duration within which most calls end. */
const USUAL_FACTOR = 1.25
/**
 * An aborted call counts as this multiple of its elapsed time, because its full duration is
 * unknown.
 */
const ABORTED_FACTOR = 2
/** Upper bound in milliseconds of a duration in the average. */
const DURATION_MAX_MS = 10_000

/** Creates a moving average of call durations. */
export function createDurations(clock: Pick<Clock, 'monotonicMs'>): Durations {
  const running = new Set<{ readonly atMs: number }>()
  let averageMs = 0
  const addDuration = (ms: number) => {
    const known = Math.min(ms, DURATION_MAX_MS)
    averageMs = averageMs === 0 ? known : averageMs + (known - averageMs) * NEWEST_SHARE
  }
  return {
    start: () => {
      const call = { atMs: clock.monotonicMs() }
      running.add(call)
      return (outcome) => {
        running.delete(call)
        const tookMs = clock.monotonicMs() - call.atMs
        if (outcome === 'finished') addDuration(tookMs)
        else if (tookMs * ABORTED_FACTOR > averageMs) addDuration(tookMs * ABORTED_FACTOR)
      }
    },
    get averageMs() {
      return averageMs
    },
    get usualMs() {
      return averageMs * USUAL_FACTOR
    },
    untilFirstEndMs: () => {
      // The set is in start order. A call that exceeds the average is assumed to need as long
      // again.
      const [oldest] = running
      if (oldest === undefined) return 0
      const ageMs = clock.monotonicMs() - oldest.atMs
      return ageMs < averageMs ? averageMs - ageMs : Math.min(ageMs, DURATION_MAX_MS)
    },
  }
}
