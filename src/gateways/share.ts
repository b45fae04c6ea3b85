import { callKey } from '../contract/call-key.ts'
import type { Clock } from '../domain/clock.ts'
import type {
  Gateway,
  GatewayCall,
  GatewayReply,
  ReadContext,
  Reader,
  SharedGateway,
  SharedReply,
} from '../domain/gateway.ts'
import { ServiceError, upstreamTimeout } from '../domain/service-error.ts'

/** What sharing needs besides the gateway. */
export interface ShareSettings {
  readonly clock: Clock
  /** Milliseconds one call gets, however many wait for it. */
  readonly deadlineMs: number
}

/** Someone who waits for a flight. */
interface Waiter {
  readonly reader: Reader
  /** Ends the wait. What comes after the first end is nothing. */
  end(outcome: { readonly reply: GatewayReply } | { readonly error: unknown }): void
}

/** One call on its way, and who waits for it. */
interface Flight {
  /** Whether it has begun, and waits in no lane any more. */
  readonly hasBegun: boolean
  readonly waiters: Set<Waiter>
  /** Settles when the gateway has let go of the call; never rejects. */
  readonly settled: Promise<void>
  abort(reason: ServiceError): void
}

/**
 * Makes one call of all equal reads at one time (the signal of a call aborts with the refusal of whoever ended it as its
 * reason). A call has a deadline of its own; a reader that leaves takes nothing
 * from the others, and when the last one leaves the call is aborted and forgotten in the same tick, so that a
 * newcomer starts a new one. What the last leaver has taken (or one of those whom the deadline sends away) is held
 * until the gateway has really let go: giving it back earlier would let a client that keeps leaving run any number
 * of calls. A gateway that answers at once is never waited for.
 */
export function shareCalls(gateway: Gateway, { clock, deadlineMs }: ShareSettings): SharedGateway {
  const flights = new Map<string, Flight>()
  // Whoever asks after a change must not get what was asked for before it.
  gateway.onChange?.(() => flights.clear())

  const start = (key: string, call: GatewayCall, reader: Reader): Flight | GatewayReply => {
    let hasBegun = false
    const waiters = new Set<Waiter>()
    const begins = () => {
      hasBegun = true
      // Whoever it was to be made for may have left while it waited for its turn.
      const [first] = waiters
      const caller = first?.reader ?? reader
      caller.uses?.('called')
    }
    const { context, abort } = createContext(clock.monotonicMs() + deadlineMs, reader, begins)
    const reply = gateway.read(call, context)
    if (!(reply instanceof Promise)) return reply

    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key)
      cancelDeadline()
    }
    /** Before the waiters wake, so that whoever asks again because of what they got starts a new call. */
    const endAll = (outcome: Parameters<Waiter['end']>[0]) => {
      forget()
      for (const waiter of waiters) waiter.end(outcome)
      waiters.clear()
    }
    const cancelDeadline = clock.after(deadlineMs, () => {
      const [first] = waiters
      holdUntil(flight.settled, first?.reader)
      const error = upstreamTimeout()
      endAll({ error })
      abort(error)
    })
    const flight: Flight = {
      get hasBegun() {
        return hasBegun
      },
      waiters,
      settled: reply.then(
        (value) => endAll({ reply: value }),
        (error: unknown) => endAll({ error }),
      ),
      abort: (reason) => {
        forget()
        abort(reason)
      },
    }
    flights.set(key, flight)
    return flight
  }

  return {
    read: (call, reader) => {
      const key = callKey(call)
      // The collector may have what is fetched for a developer. A developer does not wait in the collector's lane, and so has what
      // is fetched for the collector once that is on its way.
      const collectorKey = `collector ${key}`
      const ownKey = reader.lane === 'keyed' ? key : collectorKey
      const collected = flights.get(collectorKey)
      const open =
        flights.get(key) ??
        (reader.lane === 'collector' || collected?.hasBegun === true ? collected : undefined)
      if (open !== undefined) {
        reader.uses?.('joined')
        return join(open, reader, true)
      }
      const started = start(ownKey, call, reader)
      return 'waiters' in started ? join(started, reader, false) : { reply: started, joined: false }
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

function join(flight: Flight, reader: Reader, joined: boolean): Promise<SharedReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SharedReply>()
  const { gone } = reader
  const waiter: Waiter = {
    reader,
    end: (outcome) => {
      gone.removeEventListener('abort', leave)
      if ('reply' in outcome) resolve({ reply: outcome.reply, joined })
      else reject(outcome.error)
    },
  }
  const leave = () => {
    const error = new ServiceError('unavailable', 'The client has left.')
    flight.waiters.delete(waiter)
    if (flight.waiters.size === 0) {
      holdUntil(flight.settled, reader)
      flight.abort(error)
    }
    waiter.end({ error })
  }
  flight.waiters.add(waiter)
  gone.addEventListener('abort', leave)
  if (gone.aborted) leave()
  return promise
}

function holdUntil(settled: Promise<void>, reader: Reader | undefined): void {
  if (reader !== undefined) void settled.then(reader.hold())
}

/** The context of one call. Its signal is made when it is first asked for: a gateway that answers at once never does. */
function createContext(
  deadlineAtMs: number,
  { lane, trace }: Reader,
  begins: () => void,
): { readonly context: ReadContext; readonly abort: (reason: ServiceError) => void } {
  let controller: AbortController | undefined
  let aborted: ServiceError | undefined
  const context: ReadContext = {
    deadlineAtMs,
    lane,
    begins,
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
