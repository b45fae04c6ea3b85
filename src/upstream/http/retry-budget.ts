import type { Clock } from '../../platform/time/clock.ts'
import { createRecentCounts } from './recent-counts.ts'

/** Length of the window in seconds. */
const WINDOW_S = 10
/** Calls that earn one retry. */
const CALLS_PER_RETRY = 10

/** Limits the share of retried calls, so that retries do not overload a failing gateway. */
export interface RetryBudget {
  /** Records a first attempt. */
  recordCall(): void
  /** Consumes one retry. Returns false when none is available. */
  tryRetry(): boolean
}

/**
 * Creates an empty retry budget. Every call earns a tenth of a retry; the balance is at most a
 * tenth of the calls of the last 10 seconds, or one. So retries never exceed a tenth of all calls,
 * nor a tenth of the calls in any 10 seconds, or one: a quiet region may also retry on a stale
 * connection.
 */
export function createRetryBudget(clock: Clock): RetryBudget {
  const recent = createRecentCounts<'call' | 'retry'>(WINDOW_S)
  // Counted in calls, because sums of tenths do not add up to exactly one.
  let balance = 0

  const balanceMaxAt = (nowMs: number) => Math.max(CALLS_PER_RETRY, recent.sum('call', nowMs))
  return {
    recordCall: () => {
      const nowMs = clock.monotonicMs()
      recent.add('call', nowMs)
      balance = Math.min(balance + 1, balanceMaxAt(nowMs))
    },
    tryRetry: () => {
      const nowMs = clock.monotonicMs()
      const used = (recent.sum('retry', nowMs) + 1) * CALLS_PER_RETRY
      if (balance < CALLS_PER_RETRY || used > balanceMaxAt(nowMs)) return false
      balance -= CALLS_PER_RETRY
      recent.add('retry', nowMs)
      return true
    },
  }
}
