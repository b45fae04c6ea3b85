import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkTiers } from '../platform/net/network-tiers.ts'
import { MINUTE_MS } from '../platform/time/time-units.ts'

/** Remaining requests of one client, by its narrowest network. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the count resets. */
  readonly resetS: number
}

/** Options of {@link createNetworkRateLimit}. */
export interface NetworkRateLimitOptions {
  /**
   * Requests per window of one client: an IPv4 address or an IPv6 /64. A /56 and a /48 have a
   * multiple.
   */
  readonly limit: number
  /** Length of the window in milliseconds; by default a minute. */
  readonly windowMs?: number
  readonly networkOf: (request: FastifyRequest) => string
  /**
   * Creates the error for a network over its limit; `waitMs` is the time until a retry succeeds.
   */
  readonly refuse: (waitMs: number) => Error
}

/**
 * Creates a rate limit by network, IPv6 in the tiers of {@link networkTiers}. A request over the
 * limit of a narrow network does not count against the wider ones, so that one client cannot use up
 * what its neighbors have. `app` must have @fastify/rate-limit, whose `cache` is how many networks
 * of each size are remembered.
 */
export function createNetworkRateLimit(
  app: FastifyInstance,
  { limit, windowMs = MINUTE_MS, networkOf, refuse }: NetworkRateLimitOptions,
): (request: FastifyRequest) => Promise<RateLimitState> {
  const tierOf = (request: FastifyRequest, at: number) => networkTiers(networkOf(request))[at]
  const counters = [0, 1, 2].map((at) =>
    app.createRateLimit({
      max: (request) => limit * (tierOf(request, at)?.factor ?? 1),
      timeWindow: windowMs,
      keyGenerator: (request) => tierOf(request, at)?.network ?? '',
    }),
  )
  return async (request) => {
    let state: RateLimitState | undefined
    for (const count of counters.slice(0, networkTiers(networkOf(request)).length)) {
      const counted = await count(request)
      if (counted.isAllowed) continue
      if (counted.isExceeded) throw refuse(counted.ttl)
      const { remaining, ttlInSeconds } = counted
      state ??= { limit, remaining, resetS: ttlInSeconds }
    }
    return state ?? { limit, remaining: limit, resetS: 0 }
  }
}
