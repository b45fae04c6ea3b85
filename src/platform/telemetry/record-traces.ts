import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import type { Clock } from '../time/clock.ts'
import { STAGES } from './stage.ts'
import type { StartTrace, CallTrace, TracedRequest } from './trace.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

/**
 * Returns the tracer of the SDK that is registered with the OpenTelemetry API, or `undefined`
 * without one. Contexts are passed as values, so no context manager is needed.
 */
export function findTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  // The API's proxy knows whether a provider is registered.
  return 'getDelegateTracer' in provider
    ? (
        provider as unknown as { getDelegateTracer(name: string): Tracer | undefined }
      ).getDelegateTracer('backline')
    : provider.getTracer('backline')
}

/**
 * Records a span per request, with a child per stage and per gateway call. A span has the operation
 * and the result: never a key, an id or a value.
 */
export function recordTraces(
  tracer: Tracer,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): StartTrace {
  return (text) => {
    const startMs = clock.nowMs()
    const span = tracer.startSpan(
      'request',
      { kind: SpanKind.SERVER, startTime: startMs },
      contextOf(text),
    )
    const context = trace.setSpan(ROOT_CONTEXT, span)
    return {
      traceparent: traceparentOf(span),
      startCall: (call) => startCall(tracer, clock, context, call),
      end: (answered) => endRequest(tracer, span, context, startMs, answered),
    }
  }
}

function startCall(
  tracer: Tracer,
  clock: Pick<Clock, 'nowMs'>,
  context: Context,
  { operation, region }: { readonly operation: string; readonly region: string },
): CallTrace {
  const attributes = { 'backline.operation': operation, 'backline.region': region }
  const options = { kind: SpanKind.CLIENT, startTime: clock.nowMs(), attributes }
  const span = tracer.startSpan(`gateway ${operation}`, options, context)
  return {
    traceparent: traceparentOf(span),
    startCall: () => undefined,
    end: (outcome) => {
      span.setAttribute('backline.outcome', outcome)
      if (!['answered', 'unknown'].includes(outcome)) {
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(clock.nowMs())
    },
  }
}

function endRequest(
  tracer: Tracer,
  span: Span,
  context: Context,
  startMs: number,
  { method, operation, region, status, code, cache, complete, stagesMs, durationMs }: TracedRequest,
): void {
  // Stages follow each other, so their durations give their start times.
  let atMs = startMs
  for (const stage of span.isRecording() ? STAGES : []) {
    const tookMs = stagesMs?.[stage]
    if (tookMs === undefined) continue
    tracer.startSpan(stage, { startTime: atMs }, context).end((atMs += tookMs))
  }
  span.updateName(operation === undefined ? method : `${method} ${operation}`)
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    'backline.complete': complete,
    ...(operation !== undefined && { 'backline.operation': operation }),
    ...(region !== undefined && { 'backline.region': region }),
    ...(code !== undefined && { 'error.type': code }),
    ...(cache !== undefined && { 'backline.cache': cache }),
  })
  // The conventions of OpenTelemetry: a client error is not an error of the server span.
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(startMs + durationMs)
}

function contextOf(text: string | undefined): Context {
  const parent = readTraceparent(text)
  if (parent === undefined) return ROOT_CONTEXT
  const { traceId, spanId, flags } = parent
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: flags & 1,
    isRemote: true,
  })
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return writeTraceparent({ traceId, spanId, flags: traceFlags })
}
