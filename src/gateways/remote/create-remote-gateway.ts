import type { Clock } from '../../domain/clock.ts'
import type { GatewayAddress } from '../../domain/gateway-address.ts'
import type { Gateway } from '../../domain/gateway.ts'
import type { Observe } from '../../domain/observation.ts'
import { REGIONS, type Region } from '../../domain/region.ts'
import { unavailable } from '../../domain/service-error.ts'
import { createRegionReader, type RegionReader } from './create-region-reader.ts'

/** What a remote gateway is made of. */
export interface RemoteGatewayOptions {
  /** Where each region's gateway is; a region without one is unavailable, and the others do not notice. */
  readonly addresses: Readonly<Record<Region, GatewayAddress | undefined>>
  /** Connections to a region's gateway at one time; as many calls are under way, more wait. At least 1. */
  readonly connections: number
  readonly clock: Clock
  readonly observe: Observe
}

/**
 * Makes the gateway that asks other services for game data over HTTP (design, section 8). It holds no time-out: a call
 * ends with its signal, within milliseconds and with its connection, whatever the other side does. Regions share
 * nothing. No text of an error, its cause included, holds what a gateway wrote, an address or a key.
 */
export function createRemoteGateway(options: RemoteGatewayOptions): Gateway {
  const readers = new Map<Region, RegionReader>()
  for (const region of REGIONS) {
    const address = options.addresses[region]
    if (address !== undefined)
      readers.set(region, createRegionReader({ ...options, region, address }))
  }
  return {
    read: async (call, context) => {
      const reader = readers.get(call.region)
      if (reader === undefined) throw unavailable(new Error('No gateway is set for the region.'))
      return await reader.read(call, context)
    },
    close: () => {
      for (const reader of readers.values()) reader.close()
    },
  }
}
