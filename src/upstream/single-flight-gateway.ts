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
import { ServiceError, upstreamTimeout } from '../platform/http/errors/service-error.ts'

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
export function coalesceCalls(gateway: Gateway, options: CoalescingOptions): CoalescingGateway {
  const { clock, deadlineMs } = options
  const flights = new Map<string, Flight>()
  // A read after a data change must not get the reply to an earlier call.
  gateway.onChange?.(() => flights.clear())

  const canJoin = (flight: Flight | undefined): boolean =>
    flight?.hasBegun === true &&
    flight.deadlineAtMs - clock.monotonicMs() >= deadlineMs * LEFT_TO_JOIN

  return {
    read: (call, subscriber) => {
      const key = callKey(call)
      // The collector may join any call of a developer. A developer joins a collector call only
      // after that call has left the queue, and only if enough of its deadline is left.
      const collectorKey = `collector ${key}`
      const collectorFlight = flights.get(collectorKey)
      const open =
        flights.get(key) ??
        (subscriber.priority === 'collector' || canJoin(collectorFlight)
          ? collectorFlight
          : undefined)
      if (open !== undefined) {
        subscriber.onUse?.('joined')
        return open.subscribe(subscriber, true)
      }
      const flightKey = subscriber.priority === 'keyed' ? key : collectorKey
      const flight = new Flight(flights, flightKey, subscriber, clock.monotonicMs() + deadlineMs)
      const reply = flight.start(gateway, call, options)
      return reply === undefined ? flight.subscribe(subscriber, false) : { reply, coalesced: false }
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

/** One call in flight and its subscribers. */
class Flight {
  /** Deadline in monotonic milliseconds. */
  readonly deadlineAtMs: number
  readonly #flights: Map<string, Flight>
  readonly #key: string
  readonly #starter: Subscriber
  readonly #waiters = new Set<Waiter>()
  #hasBegun = false
  /** Resolves when the gateway has settled the call; never rejects. */
  #settled: Promise<void> | undefined
  #cancelDeadline: (() => void) | undefined
  #abortCall: ((reason: ServiceError) => void) | undefined

  constructor(
    flights: Map<string, Flight>,
    key: string,
    starter: Subscriber,
    deadlineAtMs: number,
  ) {
    this.#flights = flights
    this.#key = key
    this.#starter = starter
    this.deadlineAtMs = deadlineAtMs
  }

  /** Whether the call has left the rate-limit queue. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Starts the call. Returns its reply if the gateway replies synchronously. */
  start(
    gateway: Gateway,
    call: GatewayCall,
    { clock, deadlineMs }: CoalescingOptions,
  ): GatewayReply | undefined {
    const { context, abort } = createContext(this.deadlineAtMs, this.#starter, () =>
      this.#onStart(),
    )
    const reply = gateway.read(call, context)
    if (!(reply instanceof Promise)) return reply
    this.#abortCall = abort
    this.#cancelDeadline = clock.after(deadlineMs, () => this.#expire())
    this.#settled = reply.then(
      (value) => this.#endAll({ reply: value }),
      (error: unknown) => this.#endAll({ error }),
    )
    this.#flights.set(this.#key, this)
    return undefined
  }

  subscribe(subscriber: Subscriber, coalesced: boolean): Promise<CoalescedReply> {
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
    this.#waiters.add(waiter)
    stopListening = onAbort(signal, () => this.#leave(waiter))
    return promise
  }

  #onStart(): void {
    this.#hasBegun = true
    // The subscriber that started the call may have left while the call was queued.
    const [first] = this.#waiters
    const caller = first?.subscriber ?? this.#starter
    caller.onUse?.('called')
  }

  /** Ends the wait of a subscriber that has left. The last one aborts the call. */
  #leave(waiter: Waiter): void {
    const error = new ServiceError('unavailable', 'The client has left.')
    this.#waiters.delete(waiter)
    if (this.#waiters.size === 0) {
      retainLeaseUntil(this.#settled, waiter.subscriber)
      this.#remove()
      this.#abortCall?.(error)
    }
    waiter.end({ error })
  }

  #expire(): void {
    const [first] = this.#waiters
    retainLeaseUntil(this.#settled, first?.subscriber)
    const error = upstreamTimeout()
    this.#endAll({ error })
    this.#abortCall?.(error)
  }

  #remove(): void {
    if (this.#flights.get(this.#key) === this) this.#flights.delete(this.#key)
    this.#cancelDeadline?.()
  }

  /**
   * Removes the flight before it settles the waiters, so that a subscriber that retries in its
   * handler starts a new call.
   */
  #endAll(outcome: Parameters<Waiter['end']>[0]): void {
    this.#remove()
    for (const waiter of this.#waiters) waiter.end(outcome)
    this.#waiters.clear()
  }
}

function retainLeaseUntil(
  settled: Promise<void> | undefined,
  subscriber: Subscriber | undefined,
): void {
  if (subscriber !== undefined) void settled?.then(subscriber.retain())
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
