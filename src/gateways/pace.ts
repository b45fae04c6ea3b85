import type { Gateway } from '../domain/gateway.ts'
import type { Observe } from '../domain/observation.ts'
import { REGIONS, type Region } from '../domain/region.ts'
import type { GatewayLoad } from '../domain/service-state.ts'
import { createCallQueue, type CallQueue, type QueueSettings } from './call-queue.ts'

/** What pacing needs besides the gateway. */
export interface PaceSettings extends Omit<QueueSettings, 'onRefused'> {
  readonly observe: Observe
}

/** A gateway whose calls are paced, and which says how many there are. */
export interface PacedGateway extends Gateway {
  load(region: Region): GatewayLoad
}

/**
 * Paces the calls to each region's gateway, each region by itself: so many in flight, so long between two of them, and
 * the others wait in a short queue.
 */
export function paceGateway(
  gateway: Gateway,
  { observe, ...settings }: PaceSettings,
): PacedGateway {
  const queues = Object.fromEntries(
    REGIONS.map((region) => [region, createCallQueue(settings)]),
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
