import type { Clock } from '../../domain/clock.ts'
import { createRecentCounts } from './recent-counts.ts'

/** Seconds that are looked back on. */
const WINDOW_S = 10
/** Calls that must have settled in them before anything is concluded. */
const CALLS_MIN = 20
/** The share of them that must have failed. */
const FAILED_SHARE = 0.5
/** Milliseconds between two calls that are let through while open. */
const PROBE_EVERY_MS = 1_000

/** Cuts off calls to a gateway that cannot be talked to (design, section 8: "breaker open"). */
export interface Breaker {
  /** Whether a call may be made now. While open: one a second, to see whether the gateway is back. */
  allows(): boolean
  /**
   * Tells how a call ended that was made: whether the gateway could be talked to, whatever it said. Not told of a
   * call that was given up before either was known.
   */
  settled(outcome: 'answered' | 'failed'): void
}

/** What a breaker goes by. */
export interface BreakerOptions {
  readonly clock: Clock
  /** Hears of every change. */
  readonly onChange: (state: 'open' | 'closed') => void
}

/**
 * Makes a breaker, closed. It opens when at least 20 calls settled in the last 10 seconds and at least half of them
 * failed; one answered call closes it at once, and so do 10 seconds without a failure: what is concluded from nothing any more holds no longer. A call that is let through while open holds up no other: should it hang, the
 * next may go a second later all the same.
 */
export function createBreaker({ clock, onChange }: BreakerOptions): Breaker {
  const recent = createRecentCounts<'answered' | 'failed'>(WINDOW_S)
  let open = false
  let nextProbeAtMs = 0
  let failedAtMs = 0

  const change = (opens: boolean, nowMs: number) => {
    open = opens
    nextProbeAtMs = nowMs + PROBE_EVERY_MS
    recent.clear()
    onChange(open ? 'open' : 'closed')
  }
  return {
    allows: () => {
      if (!open) return true
      const nowMs = clock.monotonicMs()
      if (nowMs - failedAtMs >= WINDOW_S * 1_000) {
        change(false, nowMs)
        return true
      }
      if (nowMs < nextProbeAtMs) return false
      nextProbeAtMs = nowMs + PROBE_EVERY_MS
      return true
    },
    settled: (outcome) => {
      const nowMs = clock.monotonicMs()
      if (outcome === 'failed') failedAtMs = nowMs
      if (open) {
        if (outcome === 'answered') change(false, nowMs)
        return
      }
      recent.add(outcome, nowMs)
      if (outcome === 'answered') return
      const failed = recent.sum('failed', nowMs)
      const calls = failed + recent.sum('answered', nowMs)
      if (calls >= CALLS_MIN && failed >= calls * FAILED_SHARE) change(true, nowMs)
    },
  }
}
