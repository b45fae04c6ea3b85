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
} from '../../platform/http/errors/service-error.ts'
import { createBreaker, type Breaker } from './circuit-breaker.ts'
import { createConnectionPool, type ConnectionPool } from './upstream-connections.ts'
import { sendUpstreamRequest, type UpstreamRequest, type RawResponse } from './upstream-request.ts'
import type { SplitInWorker } from './response/large-message.ts'
import type { ThreadBudget } from '../thread-budget.ts'
import { acceptOf, responseBytesMax, readResponse } from './response/read-response.ts'
import { readFetchedAt } from './response/read-headers.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'
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
  return new RegionClient(options)
}

class RegionClient implements UpstreamClient {
  readonly #options: UpstreamClientOptions
  readonly #pathPrefix: string
  readonly #connections: ConnectionPool
  readonly #retries: RetryBudget
  readonly #breaker: Breaker
  #isClosed = false

  constructor(options: UpstreamClientOptions) {
    const { region, address, clock, observe } = options
    const { origin, pathname } = new URL(address.url)
    this.#options = options
    this.#pathPrefix = pathname.replace(/\/+$/, '')
    this.#connections = createConnectionPool(origin, options.connections)
    this.#retries = createRetryBudget(clock)
    this.#breaker = createBreaker({
      clock,
      onChange: (state) => observe({ type: 'gateway.breaker', region, state }),
    })
  }

  async read(call: GatewayCall, context: ReadContext): Promise<GatewayReply> {
    const { clock, splitInWorker, budget } = this.#options
    const { signal, deadlineAtMs } = context
    const request = this.#createRequest(call, context)
    try {
      signal.throwIfAborted()
      if (this.#isClosed) throw new Error('The gateway is closed.')
      if (!this.#breaker.allowsCall()) throw unreachable(new Error(BREAKER_OPEN))
      const { response, sentAtMs } = await this.#sendWithBreaker(request, deadlineAtMs)
      const message = await untilAborted(
        signal,
        readResponse(response, { call, clock, signal, splitInWorker, budget }),
      )
      const fetchedAtMs = readFetchedAt(response.headers)
      return fetchedAtMs === undefined
        ? { message, fetchedAtMs: sentAtMs }
        : { message, fetchedAtMs, isDated: true }
    } catch (error) {
      throw this.#toServiceError(error, context)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#connections.close()
  }

  #createRequest(call: GatewayCall, { signal, trace }: ReadContext): UpstreamRequest {
    return {
      target: this.#pathPrefix + createRequestTarget(call),
      headers: {
        ...acceptOf(call.operation as OperationId),
        authorization: `Bearer ${this.#options.address.key}`,
        ...(trace !== undefined && { traceparent: trace.traceparent }),
      },
      bytesMax: (status, headers) => responseBytesMax(call, status, headers),
      signal,
    }
  }

  /** Sends a request and records the outcome in the circuit breaker. */
  async #sendWithBreaker(request: UpstreamRequest, deadlineAtMs: number): Promise<TimedResponse> {
    try {
      const timed = await this.#sendWithRetry(request, deadlineAtMs)
      this.#breaker.recordOutcome('answered')
      return timed
    } catch (error) {
      const failed = request.signal.aborted
        ? isTimeout(request.signal)
        : error instanceof TransportFailure && !this.#isClosed
      if (failed) this.#breaker.recordOutcome('failed')
      throw error
    }
  }

  /**
   * Sends a request. Retries once when the connection was closed before the first byte, the retry
   * budget allows it and time is left.
   */
  async #sendWithRetry(request: UpstreamRequest, deadlineAtMs: number): Promise<TimedResponse> {
    const { region, clock, observe } = this.#options
    this.#retries.recordCall()
    try {
      return await this.#sendOnce(request, false)
    } catch (error) {
      const mayRetry =
        error instanceof TransportFailure &&
        error.failedAt === 'waiting' &&
        !this.#isClosed &&
        clock.monotonicMs() < deadlineAtMs &&
        this.#retries.tryRetry()
      if (!mayRetry) throw error
      observe({ type: 'gateway.retried', region })
      return await this.#sendOnce(request, true)
    }
  }

  async #sendOnce(request: UpstreamRequest, fresh: boolean): Promise<TimedResponse> {
    const sentAtMs = this.#options.clock.nowMs()
    const connection = await this.#connections.acquire(request.signal, fresh)
    return { response: await sendUpstreamRequest(connection, request), sentAtMs }
  }

  #toServiceError(error: unknown, { signal }: ReadContext): unknown {
    if (error instanceof ServiceError) return error
    if (this.#isClosed) return unreachable(new Error('The gateway is closed.'))
    if (signal.aborted) {
      return isTimeout(signal)
        ? upstreamTimeout(new Error('The gateway did not respond by the deadline.'))
        : unreachable(new Error('The call was canceled: its last subscriber left.'))
    }
    if (!(error instanceof TransportFailure)) return error
    return error.failedAt === 'connecting' ? unreachable(error) : upstreamError(error, 'transport')
  }
}

/** Returns the error of a call that did not reach the gateway. */
function unreachable(cause: Error): ServiceError {
  return unavailable(cause, undefined, 'transport')
}
