import { ENVELOPES } from '../game/envelopes.ts'
import { OPERATIONS, type OperationId } from '../game/operations.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Gateway } from '../game/gateway.ts'
import type { Region } from '../game/region.ts'
import { ServiceError, type ErrorCode } from '../platform/http/errors/service-error.ts'
import type { Route } from '../api/router.ts'
import {
  createArgumentParser,
  type ParameterParserOptions,
} from '../api/parameters/parse-arguments.ts'
import { bytesBody, errorReply, type SimulatedReply } from './simulated-reply.ts'

/** Sources of the replies. */
export interface ReadReplyOptions extends ParameterParserOptions {
  readonly gateway: Gateway
  readonly clock: Clock
}

/** Error kinds and statuses of the gateway protocol for errors of this gateway. */
const PROTOCOL_ERRORS: Partial<Record<ErrorCode, readonly [status: number, kind: string]>> = {
  invalid_request: [400, 'business'],
  unavailable: [503, 'transport'],
  maintenance: [503, 'maintenance'],
  upstream_timeout: [504, 'timeout'],
}

/** A reply without faults, and its outcome in the counters. */
export interface FaultlessReply {
  readonly reply: SimulatedReply
  readonly outcome: string
}

/**
 * Creates a function that replies to a call without faults: the message of the gateway, 404 for
 * unknown things, 400 for invalid parameters, and the gateway's errors in the protocol's form.
 * Never rejects.
 */
export function createReadReply({ gateway, clock, ...settings }: ReadReplyOptions) {
  const readArguments = createArgumentParser(OPERATIONS, settings)
  return async (
    { operation, pathValues }: Route<OperationId>,
    region: Region,
    { query, signal }: { readonly query: string; readonly signal: AbortSignal },
  ): Promise<FaultlessReply> => {
    try {
      const call = {
        operation,
        region,
        arguments: readArguments({ operation, pathValues, query }),
      }
      const { message, fetchedAtMs } = await gateway.read(call, {
        signal,
        priority: 'keyed',
        // The client has a deadline and disconnects.
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

  /** The fetch time is for faults that turn an error into a 200. */
  function failed(status: number, kind: string): FaultlessReply {
    return { reply: { ...errorReply(status, kind), fetchedAtMs: clock.nowMs() }, outcome: kind }
  }
}
