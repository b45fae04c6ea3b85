import type { Clock } from '../../platform/time/clock.ts'
import type { GatewayAddress } from '../../game/gateway-address.ts'
import type { Gateway } from '../../game/gateway.ts'
import type { ObserveGateways } from '../observations.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { unavailable } from '../../platform/http/errors/service-error.ts'
import type { SplitInWorker } from './response/large-message.ts'
import type { ThreadBudget } from '../thread-budget.ts'
import { createUpstreamClient, type UpstreamClient } from './upstream-client.ts'

/** Options of {@link createHttpGateway}. */
export interface HttpGatewayOptions {
  /**
   * Address of each region's gateway. A region without an address is unavailable; the others are
   * unaffected.
   */
  readonly addresses: Readonly<Record<Region, GatewayAddress | undefined>>
  /**
   * Maximum connections to a region's gateway, and so concurrent calls; more calls wait. At least
   * 1.
   */
  readonly connections: number
  readonly clock: Clock
  readonly observe: ObserveGateways
  /**
   * Opens the parser of a region's large messages on another thread. Without it, the calling thread
   * parses them.
   */
  readonly openParser?: () => { readonly split: SplitInWorker; close(): Promise<void> }
  /** Time of the calling thread that each region's messages may take; unlimited by default. */
  readonly budgets?: Readonly<Record<Region, ThreadBudget>>
}

/**
 * Creates the gateway that reads game data from other services over HTTP (docs/gateway.md). It
 * has no time-out of its own: when the signal of a call aborts, the call and its connection end
 * within milliseconds. Regions share nothing. No error text, causes included, contains a gateway's
 * text, an address or a key.
 */
export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const clients = new Map<Region, UpstreamClient>()
  const parsers: { close(): Promise<void> }[] = []
  for (const region of REGIONS) {
    const address = options.addresses[region]
    if (address === undefined) continue
    const parser = options.openParser?.()
    if (parser !== undefined) parsers.push(parser)
    const splitInWorker = parser?.split
    const budget = options.budgets?.[region]
    clients.set(
      region,
      createUpstreamClient({ ...options, region, address, splitInWorker, budget }),
    )
  }
  return {
    read: async (call, context) => {
      const client = clients.get(call.region)
      if (client === undefined)
        throw unavailable(
          new Error('No gateway is configured for this region.'),
          undefined,
          'region_unconfigured',
        )
      return await client.read(call, context)
    },
    close: async () => {
      for (const client of clients.values()) client.close()
      await Promise.all(parsers.map((parser) => parser.close()))
    },
  }
}
