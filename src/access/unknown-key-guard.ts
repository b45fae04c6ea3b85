import { LRUCache } from 'lru-cache'
import type { Clock } from '../domain/clock.ts'

/** How long unknown keys are counted before the count begins anew. */
const WINDOW_MS = 60_000

/** Networks remembered at one time. */
const NETWORKS_MAX = 10_000

/** Counts, by network, look-ups of keys that turn out to be unknown. */
export interface UnknownKeyGuard {
  /** Counts one look-up. Returns 0, or how many milliseconds it has to wait, and then it was not counted. */
  count(network: string): number
  /** Takes one back: the key is known, or the store could not say. */
  uncount(network: string): void
}

/** What the guard goes by. */
export interface UnknownKeyGuardSettings {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Unknown keys that one network may show in a minute. */
  readonly limit: number
  /** Hears of each look-up that is not made. */
  readonly onRefused: () => void
}

/**
 * Makes a guard before the key store: from each network, `limit` keys in a minute may turn out to be unknown, counted
 * from the first of them. Memory is bounded: the networks that were quiet longest are forgotten.
 */
export function createUnknownKeyGuard({
  clock,
  limit,
  onRefused,
}: UnknownKeyGuardSettings): UnknownKeyGuard {
  const windows = new LRUCache<string, { sinceMs: number; count: number }>({ max: NETWORKS_MAX })
  return {
    count: (network) => {
      const nowMs = clock.monotonicMs()
      let window = windows.get(network)
      if (window === undefined || nowMs - window.sinceMs >= WINDOW_MS) {
        window = { sinceMs: nowMs, count: 0 }
        windows.set(network, window)
      }
      if (window.count >= limit) {
        onRefused()
        return window.sinceMs + WINDOW_MS - nowMs
      }
      window.count += 1
      return 0
    },
    uncount: (network) => {
      const window = windows.get(network)
      if (window !== undefined && window.count > 0) window.count -= 1
    },
  }
}
