import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/time/clock.ts'
import { networkTiers } from '../../platform/net/network-tiers.ts'

/** Length, in milliseconds, of the window in which unknown keys are counted. */
const WINDOW_MS = 60_000

/** Networks counted at once. */
const NETWORKS_MAX = 10_000

/** Limits, per network, lookups of keys that turn out to be unknown. */
export interface UnknownKeyGuard {
  /** Counts one lookup and returns 0, or returns the milliseconds to wait without counting it. */
  count(network: string): number
  /** Uncounts one lookup: the key exists, or the store could not answer. */
  uncount(network: string): void
}

/** Options of {@link createUnknownKeyGuard}. */
export interface UnknownKeyGuardOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /**
   * Unknown keys allowed per network and minute; an IPv6 /56 and /48 have a multiple of it ({@link
   * networkTiers}).
   */
  readonly limit: number
  /** Called for each lookup that is rejected. */
  readonly onRejected: () => void
}

/**
 * Creates a guard in front of the key store: allows each network `limit` unknown keys in a minute,
 * counted from the first of them. Memory is bounded: the least recently active networks are
 * evicted.
 */
export function createUnknownKeyGuard({
  clock,
  limit,
  onRejected,
}: UnknownKeyGuardOptions): UnknownKeyGuard {
  const windows = new LRUCache<string, { sinceMs: number; count: number }>({ max: NETWORKS_MAX })
  return {
    count: (network) => {
      const nowMs = clock.monotonicMs()
      const tiers = networkTiers(network).map((tier) => {
        const existing = windows.get(tier.network)
        const isOpen = existing !== undefined && nowMs - existing.sinceMs < WINDOW_MS
        return { ...tier, window: isOpen ? existing : { sinceMs: nowMs, count: 0 } }
      })
      const full = tiers.filter(({ window, factor }) => window.count >= limit * factor)
      if (full.length > 0) {
        onRejected()
        return Math.max(...full.map(({ window }) => window.sinceMs + WINDOW_MS - nowMs))
      }
      for (const tier of tiers) {
        tier.window.count += 1
        windows.set(tier.network, tier.window)
      }
      return 0
    },
    uncount: (network) => {
      for (const tier of networkTiers(network)) {
        const window = windows.get(tier.network)
        if (window !== undefined && window.count > 0) window.count -= 1
      }
    },
  }
}
