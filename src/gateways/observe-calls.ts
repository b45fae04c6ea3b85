import type { Clock } from '../domain/clock.ts'
import type { Gateway, GatewayReply, ReadContext } from '../domain/gateway.ts'
import type { Observation, Observe } from '../domain/observation.ts'
import type { Trace } from '../domain/trace.ts'
import { isTimeout, ServiceError, upstreamTimeout } from '../domain/service-error.ts'

type Outcome = Extract<Observation, { type: 'gateway.called' }>['outcome']

/**
 * Observes every call of a gateway, with why it failed. What goes on to the reader of a failed call is the refusal
 * alone: its cause has been told here, once for the call and not once for each reader.
 */
export function observeCalls(gateway: Gateway, clock: Clock, observe: Observe): Gateway {
  return {
    read: (call, given) => {
      const startMs = clock.monotonicMs()
      const trace = given.trace?.beginCall(call)
      const context = trace === undefined ? given : under(trace, given)
      const over = (outcome: Outcome, error?: unknown) => {
        const { region, operation } = call
        const durationMs = clock.monotonicMs() - startMs
        const reason = error === undefined ? {} : { error }
        const { lane } = context
        observe({ type: 'gateway.called', region, operation, lane, outcome, durationMs, ...reason })
        trace?.end(outcome)
      }
      const answered = (reply: GatewayReply) => {
        over(reply.message === undefined ? 'unknown' : 'answered')
        return reply
      }
      const failed = (error: unknown): never => {
        // What a call ends with after it was aborted says nothing: whoever aborted it knows why.
        if (context.signal.aborted) {
          over(isTimeout(context.signal) ? 'upstream_timeout' : 'abandoned')
          throw upstreamTimeout()
        }
        if (!(error instanceof ServiceError)) {
          // A fault of our own is observed whole by whoever answers the request.
          trace?.end('fault')
          throw error
        }
        over(error.code, error.cause)
        throw withoutCause(error)
      }
      try {
        const reply = gateway.read(call, context)
        return reply instanceof Promise ? reply.then(answered, failed) : answered(reply)
      } catch (error) {
        return failed(error)
      }
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

/** The same context under another place of the trace. Its signal stays unmade until it is asked for. */
function under(trace: Trace, context: ReadContext): ReadContext {
  const { deadlineAtMs, lane } = context
  return {
    deadlineAtMs,
    lane,
    trace,
    get signal() {
      return context.signal
    },
  }
}

function withoutCause({ code, message, problems, retryAfterS }: ServiceError): ServiceError {
  return new ServiceError(code, message, {
    problems,
    ...(retryAfterS !== undefined && { retryAfterS }),
  })
}
