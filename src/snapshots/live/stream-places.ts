import { LimitExceeded } from '../../domain/limit-exceeded.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** How many streams there may be at one time. */
export interface StreamBounds {
  readonly inAll: number
  /** For one network: an IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly perNetwork: number
}

/** Seconds after which another try makes sense: streams last, so places are rarely given back. */
const RETRY_S = 30

/**
 * Makes what gives out places for streams, each to be given back once. It throws when a network has all of its own (429), or when there
 * are no more (503).
 */
export function createStreamPlaces({
  inAll,
  perNetwork,
}: StreamBounds): (network: string) => () => void {
  const taken = new Map<string, number>()
  let total = 0
  return (network) => {
    const own = taken.get(network) ?? 0
    if (own >= perNetwork) {
      const message = `Your address has ${perNetwork} streams already. Close one, or ask for more boards in one stream.`
      throw new LimitExceeded(message, ['concurrency'], RETRY_S)
    }
    if (total >= inAll) {
      const message = 'There are as many streams as there may be. Try again later.'
      throw new ServiceError('unavailable', message, { retryAfterS: RETRY_S })
    }
    total += 1
    taken.set(network, own + 1)
    return () => {
      total -= 1
      const left = (taken.get(network) ?? 1) - 1
      if (left === 0) taken.delete(network)
      else taken.set(network, left)
    }
  }
}
