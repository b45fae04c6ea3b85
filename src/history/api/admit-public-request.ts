import { LRUCache } from 'lru-cache'
import type {
  PublicCall,
  PublicLimits,
  PublicLimitState,
  PublicPermit,
} from './public-flow-values.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { LimitExceeded } from '../../platform/http/errors/limit-exceeded.ts'
import { networkTiers } from '../../platform/net/network-tiers.ts'
import {
  minuteWindow,
  EMPTY_WINDOW,
  incrementWindow,
  windowEndsInMs,
  type WindowCount,
} from '../../quotas/quota-window.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'

/** Networks in memory: about 300 bytes each, 6 MB together. */
const NETWORKS_MAX = 20_000

/** Rejections of a network within one UTC minute that are sent without delay. */
export const REJECTED_WITHOUT_DELAY = 20

/** Delay of each further rejection in that minute, in milliseconds. */
export const TARPIT_DELAY_MS = 250

/**
 * The error of a request that exceeds a limit of its network (429). The request was not counted.
 */
export class PublicLimitExceeded extends LimitExceeded {
  readonly state: PublicLimitState
  /** Milliseconds to delay the response; above 0 for a client that keeps retrying. */
  readonly delayMs: number

  constructor(violated: readonly (keyof PublicLimits)[], state: PublicLimitState, delayMs = 0) {
    const waitMs = violated.includes('minute') ? state.minuteEndsInMs : 0
    super(
      `Limit of your network address exceeded: ${violated.join(', ')}.`,
      violated,
      Math.max(1, Math.ceil(waitMs / 1_000)),
    )
    this.state = state
    this.delayMs = delayMs
  }
}

/** Options of {@link createNetworkLimits}. */
export interface NetworkLimitsOptions {
  readonly clock: Pick<Clock, 'nowMs'>
  /**
   * Limits of an IPv4 address or an IPv6 /64. A /56 and a /48 have multiples ({@link
   * networkTiers}).
   */
  readonly limits: PublicLimits
  readonly networksMax?: number
}

/** One admitted request without a key. It occupies a concurrency slot of each of its networks. */
export interface NetworkPermit {
  readonly state: PublicLimitState
  /** Releases the slots. Idempotent. */
  readonly release: () => void
}

/**
 * Counts a request for its networks, or counts nothing and throws {@link PublicLimitExceeded}
 * (429).
 */
export type NetworkLimits = (network: string) => NetworkPermit

/** Counters of one network. */
interface NetworkCounters {
  minute: WindowCount
  rejected: WindowCount
  open: number
}

/** Use of one tier, whose limits are `factor` times those of one client. */
interface TierUse {
  readonly network: string
  readonly factor: number
  readonly used: PublicLimits
}

/**
 * Creates the in-memory limits of requests without a key: a fixed UTC minute and a concurrency
 * limit for each network, IPv6 in tiers of /64, /56 and /48. A rejected request counts against no
 * limit. A tarpit delays the rejections of a network that keeps retrying. At most `networksMax`
 * networks stay in memory; the least recently used ones are evicted.
 */
export function createNetworkLimits({
  clock,
  limits,
  networksMax = NETWORKS_MAX,
}: NetworkLimitsOptions): NetworkLimits {
  const counts = new LRUCache<string, NetworkCounters>({ max: networksMax })
  const countOf = (network: string): NetworkCounters => {
    const known = counts.get(network)
    if (known !== undefined) return known
    const fresh = { minute: EMPTY_WINDOW, rejected: EMPTY_WINDOW, open: 0 }
    counts.set(network, fresh)
    return fresh
  }
  return (network) => {
    const nowMs = clock.nowMs()
    let minuteEndsInMs = 0
    // Reading adds no entry for an unknown network, so rejections evict no other network.
    const tiers = networkTiers(network).map((tier): TierUse => {
      const count = counts.get(tier.network)
      const minute = minuteWindow(count?.minute ?? EMPTY_WINDOW, nowMs)
      minuteEndsInMs = Math.max(minuteEndsInMs, windowEndsInMs(minute.index, MINUTE_MS, nowMs))
      return { ...tier, used: { minute: minute.count, concurrency: count?.open ?? 0 } }
    })
    const stateAfter = (more: number): PublicLimitState => ({
      limits,
      used: {
        minute: reportedUse(tiers, limits, 'minute', more),
        concurrency: reportedUse(tiers, limits, 'concurrency', more),
      },
      minuteEndsInMs,
    })
    const isExhausted = ({ used, factor }: TierUse, name: keyof PublicLimits) =>
      used[name] >= limits[name] * factor
    const violated = (['minute', 'concurrency'] as const).filter((name) =>
      tiers.some((tier) => isExhausted(tier, name)),
    )
    if (violated.length > 0) {
      // Count the rejection for the widest exhausted network: retries from its other /64s are
      // delayed too.
      const widest = tiers.findLast((tier) => violated.some((name) => isExhausted(tier, name)))
      const count = countOf(widest?.network ?? network)
      count.rejected = incrementWindow(minuteWindow(count.rejected, nowMs))
      const keepsRetrying = count.rejected.count > REJECTED_WITHOUT_DELAY
      throw new PublicLimitExceeded(violated, stateAfter(0), keepsRetrying ? TARPIT_DELAY_MS : 0)
    }
    const state = stateAfter(1)
    const occupied = tiers.map((tier) => {
      const count = countOf(tier.network)
      count.minute = incrementWindow(minuteWindow(count.minute, nowMs))
      count.open += 1
      return count
    })
    const release = () => {
      for (const count of occupied.splice(0)) count.open -= 1
    }
    return { state, release }
  }
}

/**
 * Returns the use to report to a client: that of the tier with the least left, scaled to one
 * client.
 */
function reportedUse(
  tiers: readonly TierUse[],
  limits: PublicLimits,
  name: keyof PublicLimits,
  more: number,
): number {
  const left = tiers.map(({ used, factor }) => limits[name] * factor - used[name] - more)
  return limits[name] - Math.min(...left)
}

/** Creates the stage that admits a public request within the limits of its network (429). */
export function createPublicAdmission(
  limits: NetworkLimits,
): (call: PublicCall, network: string) => PublicPermit {
  return (call, network) => ({ call, ...limits(network) }) as PublicPermit
}
