import type { Clock } from '../domain/clock.ts'
import type { BeginTrace } from '../domain/trace.ts'
import { handOnTrace } from '../observe/hand-on-trace.ts'

/** Where the OpenTelemetry API keeps what an SDK has registered, for all copies of itself in a process. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/**
 * Records traces when an SDK was registered before (`node --import`), else hands trace headers on. Without one the API is
 * not even loaded: that would take longer than much else of a start.
 */
export async function openTracing(clock: Clock): Promise<BeginTrace> {
  if (!Object.hasOwn(globalThis, REGISTERED)) return handOnTrace
  const { findTracer, recordTraces } = await import('../observe/record-traces.ts')
  const tracer = findTracer()
  return tracer === undefined ? handOnTrace : recordTraces(tracer, clock)
}
