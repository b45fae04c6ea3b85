import { untilAborted } from '../../platform/concurrency/abort.ts'
import type { OperationId } from '../../game/operations.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { GatewayAddress } from '../../game/gateway-address.ts'
import type { GatewayCall, GatewayReply, ReadContext } from '../../game/gateway.ts'
import type { ObserveGateways } from '../observations.ts'
import type { Region } from '../../game/region.ts'
import {
  isTimeout,
  ServiceError,
  unavailable,
  upstreamError,
  upstreamTimeout,
} from '../../platform/http/service-error.ts'
import { createBreaker } from './circuit-breaker.ts'
import { createConnectionPool } from './upstream-connections.ts'
import {
  sendUpstreamRequest,
  type ResponseHeaders,
  type UpstreamRequest,
  type RawResponse,
} from './upstream-request.ts'
import type { SplitInWorker } from './large-message.ts'
import type { ThreadBudget } from '../thread-budget.ts'
import { acceptOf, responseBytesMax, readResponse } from './read-response.ts'
import { readFetchedAt } from './read-headers.ts'
import { createRetryBudget } from './retry-budget.ts'
import { TransportFailure } from './transport-failure.ts'
import { createRequestTarget } from './request-url.ts'

const BREAKER_OPEN = 'The circuit breaker is open: recent calls could not reach the gateway.'

/** Options of {@link createUpstreamClient}. */
export interface UpstreamClientOptions {
  readonly region: Region
  readonly address: GatewayAddress
  /** Maximum concurrent connections. */
  readonly connections: number
  readonly clock: Clock
  readonly observe: ObserveGateways
  /**
   * Parses the region's large messages on another thread. Without it, the calling thread parses
   * them.
   */
  readonly splitInWorker?: SplitInWorker | undefined
  /** Time of the calling thread that the region's messages may take; unlimited by default. */
  readonly budget?: ThreadBudget | undefined
}

/** Client of one region's gateway. */
export interface UpstreamClient {
  /** Like `Gateway.read`, for calls of this region. */
  read(call: GatewayCall, context: ReadContext): Promise<GatewayReply>
  /** Aborts every call. Idempotent. */
  close(): void
}

/** One response, and the wall time at which its request was sent. */
interface TimedResponse {
  readonly response: RawResponse
  readonly sentAtMs: number
}

/**
 * Creates the client of one region, with its own connections, circuit breaker and retry budget.
 * Connects on the first read.
 */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { region, address, clock, observe, splitInWorker } = options
  const { origin, pathname } = new URL(address.url)
  const prefix = pathname.replace(/\/+$/, '')
  const connections = createConnectionPool(origin, options.connections)
  const budget = createRetryBudget(clock)
  const breaker = createBreaker({
    clock,
    onChange: (state) => observe({ type: 'gateway.breaker', region, state }),
  })
  let isClosed = false

  const sendOnce = async (request: UpstreamRequest, fresh: boolean): Promise<TimedResponse> => {
    const sentAtMs = clock.nowMs()
    const connection = await connections.acquire(request.signal, fresh)
    return { response: await sendUpstreamRequest(connection, request), sentAtMs }
  }
  /**
   * Sends a request. Retries once when the connection was closed before the first byte, the retry
   * budget allows it and time is left.
   */
  const sendWithRetry = async (
    request: UpstreamRequest,
    deadlineAtMs: number,
  ): Promise<TimedResponse> => {
    budget.recordCall()
    try {
      return await sendOnce(request, false)
    } catch (error) {
      const mayRetry =
        error instanceof TransportFailure &&
        error.failedAt === 'waiting' &&
        !isClosed &&
        clock.monotonicMs() < deadlineAtMs &&
        budget.tryRetry()
      if (!mayRetry) throw error
      observe({ type: 'gateway.retried', region })
      return await sendOnce(request, true)
    }
  }
  /** Sends a request and records the outcome in the circuit breaker. */
  const sendWithBreaker = async (request: UpstreamRequest, deadlineAtMs: number) => {
    try {
      const timed = await sendWithRetry(request, deadlineAtMs)
      breaker.recordOutcome('answered')
      return timed
    } catch (error) {
      const failed = request.signal.aborted
        ? isTimeout(request.signal)
        : error instanceof TransportFailure && !isClosed
      if (failed) breaker.recordOutcome('failed')
      throw error
    }
  }
  const toServiceError = (error: unknown, { signal }: ReadContext): unknown => {
    if (error instanceof ServiceError) return error
    if (isClosed) return unavailable(new Error('The gateway is closed.'))
    if (signal.aborted) {
      return isTimeout(signal)
        ? upstreamTimeout(new Error('The gateway did not respond by the deadline.'))
        : unavailable(new Error('The call was canceled: its last subscriber left.'))
    }
    if (!(error instanceof TransportFailure)) return error
    return error.failedAt === 'connecting' ? unavailable(error) : upstreamError(error)
  }

  return {
    read: async (call, context) => {
      const { signal, deadlineAtMs } = context
      const operation = call.operation as OperationId
      const request = {
        target: prefix + createRequestTarget(call),
        headers: {
          ...acceptOf(operation),
          authorization: `Bearer ${address.key}`,
          ...(context.trace !== undefined && { traceparent: context.trace.traceparent }),
        },
        bytesMax: (status: number, headers: ResponseHeaders) =>
          responseBytesMax(call, status, headers),
        signal,
      }
      try {
        signal.throwIfAborted()
        if (isClosed) throw new Error('The gateway is closed.')
        if (!breaker.allowsCall()) throw unavailable(new Error(BREAKER_OPEN))
        const { response, sentAtMs } = await sendWithBreaker(request, deadlineAtMs)
        const message = await untilAborted(
          signal,
          readResponse(response, { call, clock, signal, splitInWorker, budget: options.budget }),
        )
        const fetchedAtMs = readFetchedAt(response.headers)
        return fetchedAtMs === undefined
          ? { message, fetchedAtMs: sentAtMs }
          : { message, fetchedAtMs, isDated: true }
      } catch (error) {
        throw toServiceError(error, context)
      }
    },
    close: () => {
      isClosed = true
      connections.close()
    },
  }
}
