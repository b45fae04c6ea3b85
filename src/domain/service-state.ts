import type { CollectorState } from './collector-state.ts'
import type { Lane } from './gateway.ts'
import type { Region } from './region.ts'

/** The stores: without `quotas` nobody can be answered, without `accounts` known keys alone, for their grace. */
export const STORES = ['accounts', 'quotas'] as const

/** One of {@link STORES}. */
export type StoreName = (typeof STORES)[number]

/** Whether a store answers. One that is in this process always does. */
export type StoreState = 'up' | 'away'

/**
 * How a region's gateway is: no call has ended yet (`unasked`), the last one was answered or failed, calls are cut off,
 * or no gateway is set for the region.
 */
export const GATEWAY_STATES = ['unasked', 'answering', 'failing', 'cut_off', 'not_set'] as const

/** One of {@link GATEWAY_STATES}. */
export type GatewayState = (typeof GATEWAY_STATES)[number]

/** The calls to one region's gateway at one moment. */
export interface GatewayLoad {
  readonly waiting: Readonly<Record<Lane, number>>
  readonly inFlight: Readonly<Record<Lane, number>>
}

/** What is kept of finished answers. */
export interface CacheState {
  readonly bytes: number
  readonly bytesMax: number
  readonly entries: number
}

/** What a serving process is at one moment, for the operator. Holds no secret, no address and nothing of a client. */
export interface ServiceState {
  /** Whether it wants traffic: it listens, does not drain, and the stores let it answer somebody. */
  readonly ready: boolean
  readonly listening: boolean
  readonly draining: boolean
  readonly stores: Readonly<Record<StoreName, StoreState>>
  readonly gateways: Readonly<Record<Region, { readonly state: GatewayState } & GatewayLoad>>
  readonly cache: CacheState
  readonly collector: CollectorState
  readonly requestsOpen: number
  readonly connectionsOpen: number
}
