import type { Region } from '../../game/region.ts'
import type { CollectorState } from '../../history/collector-state.ts'
import type { CacheState } from '../../keyed/answer-cache.ts'
import type { StoreName, StoreState } from '../../platform/telemetry/store-state.ts'
import type { GatewayLoad, GatewayState } from '../../upstream/gateway-state.ts'

/** State of a serving process, for the operator. Holds no secret and nothing about a client. */
export interface ServiceState {
  /**
   * Whether it accepts traffic: it listens, is neither draining nor overloaded, and its stores
   * allow it to answer some requests.
   */
  readonly ready: boolean
  readonly listening: boolean
  readonly draining: boolean
  /** Whether it has rejected everything for seconds, for lack of memory or time. */
  readonly overloaded: boolean
  readonly stores: Readonly<Record<StoreName, StoreState>>
  readonly gateways: Readonly<Record<Region, { readonly state: GatewayState } & GatewayLoad>>
  readonly cache: CacheState
  readonly collector: CollectorState
  readonly requestsOpen: number
  readonly connectionsOpen: number
}
