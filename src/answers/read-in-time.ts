import type { Client, Permit } from '../contract/flow-values.ts'
import type { Clock } from '../domain/clock.ts'
import type { Gateway, GatewayReply } from '../domain/gateway.ts'
import { ServiceError, upstreamTimeout } from '../domain/service-error.ts'

/** What a gateway is read with. */
export interface ReadSettings {
  readonly gateway: Gateway
  readonly clock: Clock
  /** Milliseconds a gateway gets for one call. */
  readonly deadlineMs: number
}

/**
 * Reads the gateway within its deadline, or until the client has gone, whichever is first; then the call is
 * aborted. The permit's place stays taken until the gateway's call has really settled: giving it back earlier
 * would let a client that keeps leaving run any number of calls.
 */
export async function readInTime(
  { gateway, clock, deadlineMs }: ReadSettings,
  permit: Permit,
  client: Client,
): Promise<GatewayReply> {
  const controller = new AbortController()
  const reply = gateway.read(permit.call, {
    signal: controller.signal,
    deadlineAtMs: clock.monotonicMs() + deadlineMs,
    lane: 'keyed',
  })
  if (!(reply instanceof Promise)) return reply

  const { gone } = client
  const settled = reply.finally(permit.hold())
  const { promise: cutOff, reject } = Promise.withResolvers<never>()
  const end = (error: ServiceError) => {
    controller.abort()
    reject(error)
  }
  const leave = () => end(new ServiceError('unavailable', 'The client has left.'))
  const cancelDeadline = clock.after(deadlineMs, () => end(upstreamTimeout()))
  gone.addEventListener('abort', leave)
  if (gone.aborted) leave()
  try {
    return await Promise.race([settled, cutOff])
  } finally {
    cancelDeadline()
    gone.removeEventListener('abort', leave)
  }
}
