import type { Clock } from '../time/clock.ts'

/**
 * Limits reports of a recurring event: the first is due at once, then one per interval. Returns the
 * number of events since the previous report, or `undefined` if none is due. Keys are never
 * dropped, so they must be few.
 */
export type Throttle = (key: string) => number | undefined

/** Creates a throttle with an interval of `everyMs` milliseconds. */
export function createThrottle(clock: Pick<Clock, 'monotonicMs'>, everyMs: number): Throttle {
  const seen = new Map<string, { reportedMs: number; times: number }>()
  return (key) => {
    const nowMs = clock.monotonicMs()
    const entry = seen.get(key) ?? { reportedMs: -Infinity, times: 0 }
    seen.set(key, entry)
    entry.times += 1
    if (nowMs - entry.reportedMs < everyMs) return undefined
    const { times } = entry
    entry.reportedMs = nowMs
    entry.times = 0
    return times
  }
}
