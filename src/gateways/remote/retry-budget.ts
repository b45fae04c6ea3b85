import type { Clock } from '../../domain/clock.ts'
import { createRecentCounts } from './recent-counts.ts'

/** Seconds that are looked back on. */
const WINDOW_S = 10
/** Calls that must be made for one that may be made again. */
const CALLS_PER_RETRY = 10

/** Bounds how many calls are made a second time, so that a gateway in trouble gets no crowd on top of it. */
export interface RetryBudget {
  /** Counts a call that is made for the first time. */
  called(): void
  /** Takes one retry, where there is one. */
  take(): boolean
}

/**
 * Makes a budget with nothing in it. Every call earns a tenth of a retry; what is saved is at most a tenth of the calls
 * of the last 10 seconds, or one. So there are never more retries than a tenth of all calls, and in any 10 seconds not
 * more than a tenth of theirs, or one: a quiet region may have its rare stale connection mended too.
 */
export function createRetryBudget(clock: Clock): RetryBudget {
  const recent = createRecentCounts<'call' | 'retry'>(WINDOW_S)
  // Counted in calls, for sums of tenths do not add up to one.
  let saved = 0

  const mostAt = (nowMs: number) => Math.max(CALLS_PER_RETRY, recent.sum('call', nowMs))
  return {
    called: () => {
      const nowMs = clock.monotonicMs()
      recent.add('call', nowMs)
      saved = Math.min(saved + 1, mostAt(nowMs))
    },
    take: () => {
      const nowMs = clock.monotonicMs()
      const used = (recent.sum('retry', nowMs) + 1) * CALLS_PER_RETRY
      if (saved < CALLS_PER_RETRY || used > mostAt(nowMs)) return false
      saved -= CALLS_PER_RETRY
      recent.add('retry', nowMs)
      return true
    },
  }
}
