import type { Clock } from '../platform/time/clock.ts'
import type { Gateway, GatewayReply, ReadContext } from '../game/gateway.ts'
import type { GatewayObservation, ObserveGateways } from './observations.ts'
import type { Trace } from '../platform/telemetry/trace.ts'
import { isTimeout, ServiceError, upstreamTimeout } from '../platform/http/errors/service-error.ts'

type Outcome = Extract<GatewayObservation, { type: 'gateway.called' }>['outcome']

/**
 * Observes every call of a gateway and why it failed. Callers receive the error without its cause,
 * because the cause is logged here, once per call and not once per subscriber.
 */
export function observeCalls(gateway: Gateway, clock: Clock, observe: ObserveGateways): Gateway {
  return {
    read: (call, outerContext) => {
      const startMs = clock.monotonicMs()
      const trace = outerContext.trace?.startCall(call)
      const context = trace === undefined ? outerContext : withTrace(trace, outerContext)
      const observeEnd = (outcome: Outcome, error?: unknown) => {
        const { region, operation } = call
        const durationMs = clock.monotonicMs() - startMs
        const reason = error === undefined ? {} : { error }
        const { priority } = context
        observe({
          type: 'gateway.called',
          region,
          operation,
          priority,
          outcome,
          durationMs,
          ...reason,
        })
        trace?.end(outcome)
      }
      const onReply = (reply: GatewayReply) => {
        observeEnd(reply.message === undefined ? 'unknown' : 'answered')
        return reply
      }
      const onError = (error: unknown): never => {
        // The outcome after an abort carries no information: the reason of the abort decides.
        if (context.signal.aborted) {
          observeEnd(isTimeout(context.signal) ? 'upstream_timeout' : 'abandoned')
          throw upstreamTimeout()
        }
        if (!(error instanceof ServiceError)) {
          // The request handler observes an internal fault with its stack.
          trace?.end('fault')
          throw error
        }
        observeEnd(error.code, error.cause)
        throw withoutCause(error)
      }
      try {
        const reply = gateway.read(call, context)
        return reply instanceof Promise ? reply.then(onReply, onError) : onReply(reply)
      } catch (error) {
        return onError(error)
      }
    },
    ...(gateway.onChange !== undefined && { onChange: gateway.onChange }),
    close: () => gateway.close(),
  }
}

/** Returns the context with another trace parent. Its signal stays lazy. */
function withTrace(trace: Trace, context: ReadContext): ReadContext {
  const { deadlineAtMs, priority } = context
  return {
    deadlineAtMs,
    priority,
    trace,
    get signal() {
      return context.signal
    },
  }
}

function withoutCause({
  code,
  message,
  problems,
  retryAfterS,
  upstreamKind,
}: ServiceError): ServiceError {
  return new ServiceError(code, message, {
    problems,
    upstreamKind,
    ...(retryAfterS !== undefined && { retryAfterS }),
  })
}
