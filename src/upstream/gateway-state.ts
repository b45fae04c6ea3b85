import type { Priority } from '../game/gateway.ts'

/**
 * States of a region's gateway: no call has ended yet (`unasked`), the last call was answered or
 * failed, the circuit breaker is open (`cut_off`), or the region has no gateway (`not_set`).
 */
export const GATEWAY_STATES = ['unasked', 'answering', 'failing', 'cut_off', 'not_set'] as const

/** One of {@link GATEWAY_STATES}. */
export type GatewayState = (typeof GATEWAY_STATES)[number]

/** Calls to one region's gateway at one moment, by priority. */
export interface GatewayLoad {
  readonly waiting: Readonly<Record<Priority, number>>
  readonly inFlight: Readonly<Record<Priority, number>>
}
