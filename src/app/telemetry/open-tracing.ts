import type { Clock } from '../../platform/time/clock.ts'
import type { StartTrace } from '../../platform/telemetry/trace.ts'
import { readTraceparent, writeTraceparent } from '../../platform/telemetry/traceparent.ts'

/**
 * The key under which the OpenTelemetry API keeps a registered SDK, shared by all copies of the API
 * in a process.
 */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/**
 * Records traces if an SDK is registered (`node --import`), else forwards trace headers only.
 * Without an SDK the API is not loaded, because loading it is slow.
 */
export async function openTracing(clock: Clock): Promise<StartTrace> {
  if (!Object.hasOwn(globalThis, REGISTERED)) return propagateTrace
  const { findTracer, recordTraces } = await import('../../platform/telemetry/record-traces.ts')
  const tracer = findTracer()
  return tracer === undefined ? propagateTrace : recordTraces(tracer, clock)
}

/** Forwards a well-formed `traceparent` unchanged and records nothing. Used without an SDK. */
const propagateTrace: StartTrace = (text) => {
  // Most requests have none; they must cost nothing.
  if (text === undefined) return undefined
  const parent = readTraceparent(text)
  if (parent === undefined) return undefined
  return { traceparent: writeTraceparent(parent), startCall: () => undefined, end: () => {} }
}
