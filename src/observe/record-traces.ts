import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import type { Clock } from '../domain/clock.ts'
import type { RequestAnswered } from '../domain/observation.ts'
import { STAGES } from '../domain/stage.ts'
import type { BeginTrace, CallTrace } from '../domain/trace.ts'
import { readTraceparent, writeTraceparent } from './read-traceparent.ts'

/**
 * Records traces with whatever SDK the operator has registered with the OpenTelemetry API before the program began;
 * `undefined` when there is none. Contexts are handed on as values, so no context manager is needed.
 */
export function findTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  // The API's own stand-in says whether there is somebody behind it.
  return 'getDelegateTracer' in provider
    ? (
        provider as unknown as { getDelegateTracer(name: string): Tracer | undefined }
      ).getDelegateTracer('backline')
    : provider.getTracer('backline')
}

/**
 * Records a span for each request, with one below it for each stage and each call of a gateway. A span holds what was
 * asked for by the name of its operation, and how it ended: never a key, an id or a value.
 */
export function recordTraces(
  tracer: Tracer,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): BeginTrace {
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
      beginCall: (call) => beginCall(tracer, clock, context, call),
      end: (answered) => endRequest(tracer, span, context, startMs, answered),
    }
  }
}

function beginCall(
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
    beginCall: () => undefined,
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
  {
    method,
    operation,
    region,
    status,
    code,
    cache,
    complete,
    stagesMs,
    durationMs,
  }: RequestAnswered,
): void {
  // Stages follow one another, so their durations say when each began.
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
  // As OpenTelemetry has it for servers: what a client did wrong is no error of the server's span.
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
