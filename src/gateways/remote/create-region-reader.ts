import type { OperationId } from '../../contract/operations.ts'
import type { Clock } from '../../domain/clock.ts'
import type { GatewayAddress } from '../../domain/gateway-address.ts'
import type { GatewayCall, GatewayReply, ReadContext } from '../../domain/gateway.ts'
import type { Observe } from '../../domain/observation.ts'
import type { Region } from '../../domain/region.ts'
import {
  isTimeout,
  ServiceError,
  unavailable,
  upstreamError,
  upstreamTimeout,
} from '../../domain/service-error.ts'
import { createBreaker } from './breaker.ts'
import { createConnections } from './connections.ts'
import { exchange, type ExchangeRequest, type RawAnswer } from './exchange.ts'
import { acceptOf, bytesWanted, readAnswer } from './read-answer.ts'
import { readFetchedAt } from './read-headers.ts'
import { createRetryBudget } from './retry-budget.ts'
import { TransportFailure } from './transport-failure.ts'
import { writeTarget } from './write-target.ts'

const CUT_OFF = 'Calls are cut off for now: the gateway could not be talked to.'

/** What one region's gateway is read with. */
export interface RegionReaderOptions {
  readonly region: Region
  readonly address: GatewayAddress
  /** Connections at one time. */
  readonly connections: number
  readonly clock: Clock
  readonly observe: Observe
}

/** Reads the gateway of one region. */
export interface RegionReader {
  /** As `Gateway.read`, for calls of this region. */
  read(call: GatewayCall, context: ReadContext): Promise<GatewayReply>
  /** Ends every call at once. Idempotent. */
  close(): void
}

/** One answer, and the wall time at which it was asked for. */
interface TimedAnswer {
  readonly answer: RawAnswer
  readonly sentAtMs: number
}

/** Makes the reader of one region: with connections, a breaker and a retry budget of its own. Connects when it is read. */
export function createRegionReader(options: RegionReaderOptions): RegionReader {
  const { region, address, clock, observe } = options
  const { origin, pathname } = new URL(address.url)
  const prefix = pathname.replace(/\/+$/, '')
  const connections = createConnections(origin, options.connections)
  const budget = createRetryBudget(clock)
  const breaker = createBreaker({
    clock,
    onChange: (state) => observe({ type: 'gateway.breaker', region, state }),
  })
  let closed = false

  const ask = async (request: ExchangeRequest, fresh: boolean): Promise<TimedAnswer> => {
    const sentAtMs = clock.nowMs()
    const connection = await connections.lend(request.signal, fresh)
    return { answer: await exchange(connection, request), sentAtMs }
  }
  /** Asks, and once more when the connection had gone before any byte, there is a retry to be had and time is left. */
  const askTwice = async (request: ExchangeRequest, deadlineAtMs: number): Promise<TimedAnswer> => {
    budget.called()
    try {
      return await ask(request, false)
    } catch (error) {
      const mayRetry =
        error instanceof TransportFailure &&
        error.failedAt === 'waiting' &&
        !closed &&
        clock.monotonicMs() < deadlineAtMs &&
        budget.take()
      if (!mayRetry) throw error
      observe({ type: 'gateway.retried', region })
      return await ask(request, true)
    }
  }
  /** Asks, and tells the breaker. */
  const askGuarded = async (request: ExchangeRequest, deadlineAtMs: number) => {
    try {
      const timed = await askTwice(request, deadlineAtMs)
      breaker.settled('answered')
      return timed
    } catch (error) {
      const failed = request.signal.aborted
        ? isTimeout(request.signal)
        : error instanceof TransportFailure && !closed
      if (failed) breaker.settled('failed')
      throw error
    }
  }
  const refusalFor = (error: unknown, { signal }: ReadContext): unknown => {
    if (error instanceof ServiceError) return error
    if (closed) return unavailable(new Error('The gateway is closed.'))
    if (signal.aborted) {
      return isTimeout(signal)
        ? upstreamTimeout(new Error('The gateway did not answer by the deadline.'))
        : unavailable(new Error('Nobody waits for the call any more.'))
    }
    if (!(error instanceof TransportFailure)) return error
    return error.failedAt === 'connecting' ? unavailable(error) : upstreamError(error)
  }

  return {
    read: async (call, context) => {
      const { signal, deadlineAtMs } = context
      const operation = call.operation as OperationId
      const request = {
        target: prefix + writeTarget(call),
        headers: {
          ...acceptOf(operation),
          authorization: `Bearer ${address.key}`,
          ...(context.trace !== undefined && { traceparent: context.trace.traceparent }),
        },
        bytesMax: bytesWanted,
        signal,
      }
      try {
        signal.throwIfAborted()
        if (closed) throw new Error('The gateway is closed.')
        if (!breaker.allows()) throw unavailable(new Error(CUT_OFF))
        const { answer, sentAtMs } = await askGuarded(request, deadlineAtMs)
        const message = await whileWanted(signal, readAnswer(operation, answer, clock))
        return { message, fetchedAtMs: readFetchedAt(answer.headers) ?? sentAtMs }
      } catch (error) {
        throw refusalFor(error, context)
      }
    },
    close: () => {
      closed = true
      connections.close()
    },
  }
}

/** The outcome of `work`, or a rejection as soon as `signal` aborts. */
async function whileWanted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave)
  return await Promise.race([work, promise]).finally(() =>
    signal.removeEventListener('abort', leave),
  )
}
