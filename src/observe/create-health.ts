import type { Clock } from '../domain/clock.ts'
import type { Observe } from '../domain/observation.ts'
import type { Region } from '../domain/region.ts'
import type { GatewayState, StoreName, StoreState } from '../domain/service-state.ts'

/** What is known of the stores and gateways that this process stands on, from what was observed of them. */
export interface Health {
  readonly observe: Observe
  readonly stores: Readonly<Record<StoreName, StoreState>>
  /**
   * Whether anybody can be answered: quotas can be counted, and keys can be looked up or are still used for `graceMs`
   * since they could. A node that took itself out at once would keep known keys from the grace that they are promised.
   */
  canAnswer(graceMs: number): boolean
  gateway(region: Region): GatewayState
  /** By how many milliseconds a region's gateway ran ahead when that was last noticed; 0 when it never was. */
  clockAheadMs(region: Region): number
}

/** Follows stores and gateways. A store is up until it is observed to be away; only `regions` have a gateway. */
export function createHealth(
  regions: readonly Region[],
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
): Health {
  const stores: Record<StoreName, StoreState> = { accounts: 'up', quotas: 'up' }
  let accountsAwaySinceMs = 0
  const last = new Map<Region, 'answering' | 'failing'>()
  const cutOff = new Set<Region>()
  const ahead = new Map<Region, number>()
  return {
    stores,
    observe: (observation) => {
      switch (observation.type) {
        case 'store.changed':
          stores[observation.store] = observation.state === 'away' ? 'away' : 'up'
          if (observation.store === 'accounts') accountsAwaySinceMs = monotonicMs()
          return
        case 'accounts.owned':
          // Another node counts, and this one admits nobody.
          stores.quotas = observation.owned ? 'up' : 'away'
          return
        case 'gateway.breaker':
          if (observation.state === 'open') cutOff.add(observation.region)
          else cutOff.delete(observation.region)
          return
        case 'gateway.called': {
          const { region, outcome } = observation
          // A call that nobody waited for says nothing, and one that was refused as wrong was answered.
          if (outcome === 'abandoned') return
          const answered = ['answered', 'unknown', 'invalid_request'].includes(outcome)
          last.set(region, answered ? 'answering' : 'failing')
          return
        }
        case 'gateway.clock_ahead':
          ahead.set(observation.region, observation.aheadMs)
          return
        default:
      }
    },
    canAnswer: (graceMs) =>
      stores.quotas === 'up' &&
      (stores.accounts === 'up' || monotonicMs() - accountsAwaySinceMs < graceMs),
    gateway: (region) => {
      if (!regions.includes(region)) return 'not_set'
      return cutOff.has(region) ? 'cut_off' : (last.get(region) ?? 'unasked')
    },
    clockAheadMs: (region) => ahead.get(region) ?? 0,
  }
}
