import { ENVELOPES } from '../contract/messages.ts'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import type { Clock } from '../domain/clock.ts'
import type { Gateway } from '../domain/gateway.ts'
import type { Region } from '../domain/region.ts'
import { ServiceError, type ErrorCode } from '../domain/service-error.ts'
import type { Route } from '../http/create-find-route.ts'
import { createReadArguments, type ParameterSettings } from '../parameters/read-arguments.ts'
import { bytesBody, errorReply, type SimulatedReply } from './simulated-reply.ts'

/** What replies are made from. */
export interface ReadReplySettings extends ParameterSettings {
  readonly gateway: Gateway
  readonly clock: Clock
}

/** How the gateway protocol says what a gateway of ours throws. */
const PROTOCOL_ERRORS: Partial<Record<ErrorCode, readonly [status: number, kind: string]>> = {
  invalid_request: [400, 'business'],
  unavailable: [503, 'transport'],
  maintenance: [503, 'maintenance'],
  upstream_timeout: [504, 'timeout'],
}

/** A reply without any fault, and what it is counted as. */
export interface TrueReply {
  readonly reply: SimulatedReply
  readonly outcome: string
}

/**
 * Makes what answers a call truly: the message as the gateway gave it, 404 for what is unknown, 400 for bad parameters,
 * and the gateway's own failures as the protocol says them. Never rejects.
 */
export function createReadReply({ gateway, clock, ...settings }: ReadReplySettings) {
  const readArguments = createReadArguments(OPERATIONS, settings)
  return async (
    { operation, pathValues }: Route<OperationId>,
    region: Region,
    { query, signal }: { readonly query: string; readonly signal: AbortSignal },
  ): Promise<TrueReply> => {
    try {
      const call = {
        operation,
        region,
        arguments: readArguments({ operation, pathValues, query }),
      }
      const { message, fetchedAtMs } = await gateway.read(call, {
        signal,
        lane: 'keyed',
        // Whoever asks has a deadline, and hangs up.
        deadlineAtMs: Number.POSITIVE_INFINITY,
      })
      if (message === undefined) return failed(404, 'not_found')
      const { response } = OPERATIONS[operation]
      const content =
        response === 'image/png'
          ? bytesBody(response, message as Uint8Array)
          : { value: message, shape: ENVELOPES[response] }
      return { reply: { status: 200, headers: {}, fetchedAtMs, content }, outcome: 'ok' }
    } catch (error) {
      const known = error instanceof ServiceError ? PROTOCOL_ERRORS[error.code] : undefined
      return failed(...(known ?? [502, 'protocol']))
    }
  }

  /** The time is for faults that make a 200 of an error. */
  function failed(status: number, kind: string): TrueReply {
    return { reply: { ...errorReply(status, kind), fetchedAtMs: clock.nowMs() }, outcome: kind }
  }
}
