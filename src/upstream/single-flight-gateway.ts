import { onAbort } from '../platform/concurrency/abort.ts'
import { callKey } from '../game/call-key.ts'
import type { Clock } from '../platform/time/clock.ts'
import type {
  Gateway,
  GatewayCall,
  GatewayReply,
  ReadContext,
  Subscriber,
  CoalescingGateway,
  CoalescedReply,
} from '../game/gateway.ts'
import { ServiceError, upstreamTimeout } from '../platform/http/service-error.ts'

/** Options of {@link coalesceCalls}. */
export interface CoalescingOptions {
  readonly clock: Clock
  /** Deadline of one call in milliseconds, however many subscribers wait for it. */
  readonly deadlineMs: number
}

/** A subscriber that waits for a flight. */
interface Waiter {
  readonly subscriber: Subscriber
  /** Settles the wait. Only the first outcome counts. */
  end(outcome: { readonly reply: GatewayReply } | { readonly error: unknown }): void
}

/** Share of its deadline that a collector call must have left for a keyed request to join it. */
const LEFT_TO_JOIN = 0.5

/** One call in flight and its subscribers. */
interface Flight {
  /** Deadline in monotonic milliseconds. */
  readonly deadlineAtMs: number
  /** Whether the call has left the rate-limit queue. */
  readonly hasBegun: boolean
  readonly waiters: Set<Waiter>
  /** Resolves when the gateway has settled the call; never rejects. */
  readonly settled: Promise<void>
  abort(reason: ServiceError): void
}

/**
 * Coalesces concurrent equal reads into one call with its own deadline. A subscriber that leaves
 * does not affect the others. When the last one leaves, the call is aborted and removed in the same
 * tick, so the next subscriber starts a new call; the abort reason of the call's signal is the
 * error that ended it.
 *
 * The lease of the last subscriber (or of one of those that a deadline rejects) is kept until the
 * gateway has settled the call. Releasing it earlier would let a client that keeps disconnecting
 * run any number of calls. A gateway that replies synchronously stays synchronous.
 */
export function coalesceCalls(
  gateway: Gateway,
  { clock, deadlineMs }: CoalescingOptions,
): CoalescingGateway {
  const flights = new Map<string, Flight>()
  // A read after a data change must not get the reply to an earlier call.
  gateway.onChange?.(() => flights.clear())

  const start = (key: string, call: GatewayCall, subscriber: Subscriber): Flight | GatewayReply => {
    let hasBegun = false
    const waiters = new Set<Waiter>()
    const onStart = () => {
      hasBegun = true
      // The subscriber that started the call may have left while the call was queued.
      const [first] = waiters
      const caller = first?.subscriber ?? subscriber
      caller.onUse?.('called')
    }
    const deadlineAtMs = clock.monotonicMs() + deadlineMs
    const { context, abort } = createContext(deadlineAtMs, subscriber, onStart)
    const reply = gateway.read(call, context)
    if (!(reply instanceof Promise)) return reply

    const remove = () => {
      if (flights.get(key) === flight) flights.delete(key)
      cancelDeadline()
    }
    /**
     * Runs before the waiters are settled, so that a subscriber that retries in its handler starts
     * a new call.
     */
    const endAll = (outcome: Parameters<Waiter['end']>[0]) => {
      remove()
      for (const waiter of waiters) waiter.end(outcome)
      waiters.clear()
    }
    const cancelDeadline = clock.after(deadlineMs, () => {
      const [first] = waiters
      retainLeaseUntil(flight.settled, first?.subscriber)
      const error = upstreamTimeout()
      endAll({ error })
      abort(error)
    })
    const flight: Flight = {
      deadlineAtMs,
      get hasBegun() {
        return hasBegun
      },
      waiters,
      settled: reply.then(
        (value) => endAll({ reply: value }),
        (error: unknown) => endAll({ error }),
      ),
      abort: (reason) => {
        remove()
        abort(reason)
      },
    }
    flights.set(key, flight)
    return flight
  }

  const canJoin = (flight: Flight | undefined): boolean =>
    flight?.hasBegun === true &&
    flight.deadlineAtMs - clock.monotonicMs() >= deadlineMs * LEFT_TO_JOIN

  return {
    read: (call, subscriber) => {
      const key = callKey(call)
      // The collector may join any call of a developer. A developer joins a collector call only
      // after that call has left the queue, and only if enough of its deadline is left.
      const collectorKey = `collector ${key}`
      const flightKey = subscriber.priority === 'keyed' ? key : collectorKey
      const collectorFlight = flights.get(collectorKey)
      const open =
        flights.get(key) ??
        (subscriber.priority === 'collector' || canJoin(collectorFlight)
          ? collectorFlight
          : undefined)
      if (open !== undefined) {
        subscriber.onUse?.('joined')
        return subscribe(open, subscriber, true)
      }
      const started = start(flightKey, call, subscriber)
      return 'waiters' in started
        ? subscribe(started, subscriber, false)
        : { reply: started, coalesced: false }
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

function subscribe(
  flight: Flight,
  subscriber: Subscriber,
  coalesced: boolean,
): Promise<CoalescedReply> {
  const { promise, resolve, reject } = Promise.withResolvers<CoalescedReply>()
  const { signal } = subscriber
  const waiter: Waiter = {
    subscriber,
    end: (outcome) => {
      stopListening()
      if ('reply' in outcome) resolve({ reply: outcome.reply, coalesced })
      else reject(outcome.error)
    },
  }
  let stopListening = () => {}
  flight.waiters.add(waiter)
  stopListening = onAbort(signal, () => {
    const error = new ServiceError('unavailable', 'The client has left.')
    flight.waiters.delete(waiter)
    if (flight.waiters.size === 0) {
      retainLeaseUntil(flight.settled, subscriber)
      flight.abort(error)
    }
    waiter.end({ error })
  })
  return promise
}

function retainLeaseUntil(settled: Promise<void>, subscriber: Subscriber | undefined): void {
  if (subscriber !== undefined) void settled.then(subscriber.retain())
}

/**
 * Creates the context of one call. Its signal is lazy: a gateway that replies synchronously never
 * needs it.
 */
function createContext(
  deadlineAtMs: number,
  { priority, trace }: Subscriber,
  onStart: () => void,
): { readonly context: ReadContext; readonly abort: (reason: ServiceError) => void } {
  let controller: AbortController | undefined
  let aborted: ServiceError | undefined
  const context: ReadContext = {
    deadlineAtMs,
    priority,
    onStart,
    trace,
    get signal() {
      controller ??= new AbortController()
      if (aborted !== undefined) controller.abort(aborted)
      return controller.signal
    },
  }
  const abort = (reason: ServiceError) => {
    aborted = reason
    controller?.abort(reason)
  }
  return { context, abort }
}
