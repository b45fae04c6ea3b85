import type { Clock } from '../../platform/time/clock.ts'
import { createRecentCounts } from './recent-counts.ts'

/** Length of the window in seconds. */
const WINDOW_S = 10
/** Minimum number of ended calls in the window before the breaker may open. */
const CALLS_MIN = 20
/** Share of failed calls at which the breaker opens. */
const FAILED_SHARE = 0.5
/** Milliseconds between two probes while open. */
const PROBE_EVERY_MS = 1_000

/** Circuit breaker of a gateway (docs/gateway.md). */
export interface Breaker {
  /** Returns whether a call may start now. While open, allows one probe per second. */
  allowsCall(): boolean
  /**
   * Records the outcome of a call: whether the gateway was reachable, whatever it replied. Not
   * called for a call that was aborted before either was known.
   */
  recordOutcome(outcome: 'answered' | 'failed'): void
}

/** Options of {@link createBreaker}. */
export interface BreakerOptions {
  readonly clock: Clock
  /** Called on every change of state. */
  readonly onChange: (state: 'open' | 'closed') => void
}

/**
 * Creates a closed circuit breaker. It opens when at least 20 calls ended in the last 10 seconds
 * and at least half of them failed. One answered call closes it at once, and so do 10 seconds
 * without a failure, because the window is then empty. A probe that hangs does not block the next
 * one a second later.
 */
export function createBreaker({ clock, onChange }: BreakerOptions): Breaker {
  const recent = createRecentCounts<'answered' | 'failed'>(WINDOW_S)
  let isOpen = false
  let nextProbeAtMs = 0
  let failedAtMs = 0

  const change = (shouldOpen: boolean, nowMs: number) => {
    isOpen = shouldOpen
    nextProbeAtMs = nowMs + PROBE_EVERY_MS
    recent.clear()
    onChange(isOpen ? 'open' : 'closed')
  }
  return {
    allowsCall: () => {
      if (!isOpen) return true
      const nowMs = clock.monotonicMs()
      if (nowMs - failedAtMs >= WINDOW_S * 1_000) {
        change(false, nowMs)
        return true
      }
      if (nowMs < nextProbeAtMs) return false
      nextProbeAtMs = nowMs + PROBE_EVERY_MS
      return true
    },
    recordOutcome: (outcome) => {
      const nowMs = clock.monotonicMs()
      if (outcome === 'failed') failedAtMs = nowMs
      if (isOpen) {
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
