import { LimitExceeded } from '../../platform/http/errors/limit-exceeded.ts'
import { networkTiers, widestNetwork } from '../../platform/net/network-tiers.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'

/** Limits of concurrent streams. */
export interface StreamBounds {
  readonly inAll: number
  /**
   * Limit of an IPv4 address or an IPv6 /64. A /56 and a /48 have multiples ({@link networkTiers}).
   */
  readonly perNetwork: number
}

/** `Retry-After` in seconds: streams last for minutes, so slots are rarely released. */
const RETRY_S = 30

/** Share of all slots that is reserved for networks without a stream. */
const RESERVED_SHARE = 0.1

/**
 * Creates a function that acquires a stream slot and returns its release function, to be called
 * once. It throws when the network is at its limit (429) or no slot is free (503). The last tenth
 * is reserved for networks without a stream, IPv6 by its /48, so that few clients cannot block all
 * others.
 */
export function createStreamSlots({
  inAll,
  perNetwork,
}: StreamBounds): (network: string) => () => void {
  const counts = new Map<string, number>()
  const unreserved = inAll - Math.floor(inAll * RESERVED_SHARE)
  let total = 0
  return (network) => {
    const tiers = networkTiers(network)
    const countOf = (one: string) => counts.get(one) ?? 0
    if (tiers.some((tier) => countOf(tier.network) >= perNetwork * tier.factor)) {
      const message = `Your address has ${perNetwork} streams already. Close one, or request several boards in one stream.`
      throw new LimitExceeded(message, ['concurrency'], RETRY_S)
    }
    const hasNone = countOf(widestNetwork(network)) === 0
    if (total >= (hasNone ? inAll : unreserved)) {
      const message = 'All live streams of this server are in use. Try again later.'
      throw new ServiceError('unavailable', message, { retryAfterS: RETRY_S })
    }
    total += 1
    for (const tier of tiers) counts.set(tier.network, countOf(tier.network) + 1)
    return () => {
      total -= 1
      for (const tier of tiers) {
        const left = countOf(tier.network) - 1
        if (left > 0) counts.set(tier.network, left)
        else counts.delete(tier.network)
      }
    }
  }
}
