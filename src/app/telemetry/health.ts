import type { Clock } from '../../platform/time/clock.ts'
import type { Observe } from '../../platform/telemetry/define-observations.ts'
import type { Observation } from './observations.ts'
import type { Region } from '../../game/region.ts'
import type { StoreName, StoreState } from '../../platform/telemetry/store-state.ts'
import type { GatewayState } from '../../upstream/gateway-state.ts'

/** Health of the stores and gateways of this process, derived from observations. */
export interface Health {
  readonly observe: Observe<Observation>
  readonly stores: Readonly<Record<StoreName, StoreState>>
  /**
   * Whether requests can be served: quotas can be counted, and keys can be looked up or are within
   * `graceMs` of the last success. Leaving the load balancer immediately would deny known keys
   * their grace period.
   */
  canAnswer(graceMs: number): boolean
  gateway(region: Region): GatewayState
  /** Milliseconds by which a region's gateway clock was last seen ahead; 0 if never. */
  readonly clockAheadMs: (region: Region) => number
}

/** Creates the health tracker. A store is up until observed down; only `regions` have a gateway. */
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
          // Another node counts quotas, so this one admits no request.
          stores.quotas = observation.owned ? 'up' : 'away'
          return
        case 'gateway.breaker':
          if (observation.state === 'open') cutOff.add(observation.region)
          else cutOff.delete(observation.region)
          return
        case 'gateway.called': {
          const { region, outcome } = observation
          // A canceled call proves nothing; a call rejected as invalid was answered.
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
