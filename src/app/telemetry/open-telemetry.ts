import type { Config } from '../config/read-config.ts'
import { OPERATION_IDS } from '../../game/operations.ts'
import { PUBLIC_OPERATION_IDS } from '../../history/api/public-operations.ts'
import type { Observe } from '../../platform/telemetry/define-observations.ts'
import { FAMILIES, OBSERVATIONS, type Observation } from './observations.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import type { StartTrace } from '../../platform/telemetry/trace.ts'
import { createHealth, type Health } from './health.ts'
import { createMetrics, type Metrics } from '../../platform/telemetry/metrics/metrics.ts'
import type { Sample } from './read-sample.ts'
import type { ServiceState } from './service-state.ts'
import type { Count } from '../../platform/telemetry/metrics/counters.ts'
import type { Series } from '../../platform/telemetry/metrics/series.ts'
import { gatewayCalls as gatewayCallsFamily } from '../../upstream/observations.ts'
import type { AppPlatform } from '../app-platform.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { readTraceparent, writeTraceparent } from '../../platform/telemetry/traceparent.ts'

/** The telemetry of one process. */
export interface Telemetry {
  /** Passes each observation to the metrics, the health tracker and the log. */
  readonly observe: Observe<Observation>
  readonly health: Health
  readonly metrics: Metrics<typeof OBSERVATIONS>
  readonly startTrace: StartTrace
  /** Reads the state behind the gauges. */
  sample(service: ServiceState): Sample
  /** Returns the outcomes of a region's gateway calls since the start, the most frequent first. */
  readonly gatewayCalls: (region: Region) => GatewayCalls
  close(): void
}

/** Outcomes of gateway calls since `sinceMs` (Unix milliseconds). */
export interface GatewayCalls {
  readonly sinceMs: number
  readonly outcomes: readonly { readonly outcome: string; readonly calls: number }[]
}

/** Values of the label `operation` besides the declared operations. */
const OTHER_OPERATIONS = [
  'developer.quota',
  'developer.shares',
  'docs',
  'oembed',
  'openapi',
  'portal',
  'status',
  'tracker',
]

/** Creates the telemetry of one process. */
export async function openTelemetry(
  { gateways }: Config,
  { clock, observe: log }: AppPlatform,
): Promise<Telemetry> {
  const health = createHealth(
    REGIONS.filter((region) => !gateways || gateways[region]),
    clock,
  )
  const operations = [...OPERATION_IDS, ...PUBLIC_OPERATION_IDS, ...OTHER_OPERATIONS]
  const startTrace = await openTracing(clock)
  const metrics = createMetrics({ clock, rules: OBSERVATIONS, families: FAMILIES, operations })
  const calls = metrics.counter(gatewayCallsFamily)
  const sinceMs = clock.nowMs()
  return {
    observe: (observation) => {
      metrics.observe(observation)
      health.observe(observation)
      log(observation)
    },
    health,
    metrics,
    startTrace,
    sample: (service) => ({
      service,
      ...metrics.readRuntime(),
      clockAheadMs: health.clockAheadMs,
    }),
    gatewayCalls: (region) => ({ sinceMs, outcomes: sumOutcomes(calls, region) }),
    close: () => metrics.close(),
  }
}

/** Sums the calls of a region over all operations. */
function sumOutcomes(calls: Series<Count>, region: Region): GatewayCalls['outcomes'] {
  const sums = new Map<string, number>()
  for (const { values, cell } of calls.all()) {
    const [ofRegion, , outcome = ''] = values
    if (ofRegion === region && cell.value > 0)
      sums.set(outcome, (sums.get(outcome) ?? 0) + cell.value)
  }
  return [...sums]
    .map(([outcome, count]) => ({ outcome, calls: count }))
    .sort((one, other) => other.calls - one.calls)
}

/**
 * The key under which the OpenTelemetry API keeps a registered SDK, shared by all copies of the API
 * in a process.
 */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/**
 * Records traces if an SDK is registered (`node --import`), else forwards trace headers only.
 * Without an SDK the API is not loaded, because loading it is slow.
 */
async function openTracing(clock: Clock): Promise<StartTrace> {
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
