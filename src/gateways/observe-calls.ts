import type { Clock } from '../domain/clock.ts'
import type { Gateway, GatewayCall, GatewayReply, ReadContext } from '../domain/gateway.ts'
import type { Observation, Observe } from '../domain/observation.ts'
import { isTimeout, ServiceError, upstreamTimeout } from '../domain/service-error.ts'

type Outcome = Extract<Observation, { type: 'gateway.called' }>['outcome']

/**
 * Observes every call of a gateway, with why it failed. What goes on to the reader of a failed call is the refusal
 * alone: its cause has been told here, once for the call and not once for each reader.
 */
export function observeCalls(gateway: Gateway, clock: Clock, observe: Observe): Gateway {
  const over = (
    { region, operation }: GatewayCall,
    { lane }: ReadContext,
    startMs: number,
    outcome: Outcome,
    error?: unknown,
  ) =>
    observe({
      type: 'gateway.called',
      region,
      operation,
      lane,
      outcome,
      durationMs: clock.monotonicMs() - startMs,
      ...(error !== undefined && { error }),
    })
  return {
    read: (call, context) => {
      const startMs = clock.monotonicMs()
      const answered = (reply: GatewayReply) => {
        over(call, context, startMs, reply.message === undefined ? 'unknown' : 'answered')
        return reply
      }
      const failed = (error: unknown): never => {
        // What a call ends with after it was aborted says nothing: whoever aborted it knows why.
        if (context.signal.aborted) {
          over(call, context, startMs, isTimeout(context.signal) ? 'upstream_timeout' : 'abandoned')
          throw upstreamTimeout()
        }
        if (!(error instanceof ServiceError)) throw error
        over(call, context, startMs, error.code, error.cause)
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

function withoutCause({ code, message, problems, retryAfterS }: ServiceError): ServiceError {
  return new ServiceError(code, message, {
    problems,
    ...(retryAfterS !== undefined && { retryAfterS }),
  })
}
