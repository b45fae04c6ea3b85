import type { Gateway } from '../game/gateway.ts'
import type { ObserveGateways } from './observations.ts'
import { REGIONS, type Region } from '../game/region.ts'
import type { GatewayLoad } from './gateway-state.ts'
import { createCallQueue, type CallQueue, type QueueOptions } from './call-queue.ts'

/** Options of {@link rateLimitGateway}. */
export interface RateLimitOptions extends Omit<QueueOptions, 'onRejected'> {
  readonly observe: ObserveGateways
}

/** A gateway with rate-limited calls that reports its load. */
export interface RateLimitedGateway extends Gateway {
  readonly load: (region: Region) => GatewayLoad
}

/**
 * Limits the calls to each region's gateway separately: concurrent calls, the interval between two
 * calls, and a short queue for the rest.
 */
export function rateLimitGateway(
  gateway: Gateway,
  { observe, ...queueOptions }: RateLimitOptions,
): RateLimitedGateway {
  const queues = Object.fromEntries(
    REGIONS.map((region) => [region, createCallQueue(queueOptions)]),
  ) as Readonly<Record<Region, CallQueue>>
  return {
    load: (region) => queues[region].load(),
    read: (call, context) => {
      const { region, operation } = call
      return queues[region].run(
        context,
        () => gateway.read(call, context),
        (reason) => observe({ type: 'gateway.refused', region, operation, reason }),
      )
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}
