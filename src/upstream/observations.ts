import type { Priority } from '../game/gateway.ts'
import { REGION } from '../game/metric-labels.ts'
import { REGIONS, type Region } from '../game/region.ts'
import { ERROR_CODES, type ErrorCode } from '../platform/http/errors/service-error.ts'
import {
  observation,
  type LogRule,
  type ObservationOf,
  type Observe,
} from '../platform/telemetry/define-observations.ts'
import { logged, throttled, toError } from '../platform/telemetry/log-rules.ts'
import {
  counter,
  gauge,
  histogram,
  OPERATION,
  REQUEST_SECONDS,
  type Gauge,
  type GaugeReading,
} from '../platform/telemetry/metrics/family.ts'
import { GATEWAY_STATES, type GatewayLoad, type GatewayState } from './gateway-state.ts'

/** Gateway calls by their outcome. */
export const gatewayCalls = counter(
  'backline_gateway_calls_total',
  'Ended gateway calls by outcome; unknown: the object does not exist; abandoned: every waiting client disconnected.',
  {
    region: REGION,
    operation: OPERATION,
    outcome: { kind: 'outcome', values: ['answered', 'unknown', 'abandoned', ...ERROR_CODES] },
  },
)

/** Fields of `gateway.called`. */
interface GatewayCalled {
  readonly region: Region
  readonly operation: string
  readonly priority: Priority
  readonly outcome: 'answered' | 'unknown' | 'abandoned' | ErrorCode
  readonly durationMs: number
  /** The reason of a failure, in our own words; never text of a gateway. */
  readonly error?: unknown
}

const ofRegion = ({ region }: { readonly region: Region }) => region

/** Observations of gateways and of the decorators around them. */
export const gatewayObservations = {
  /** A gateway call ended. One that no subscriber waits for any more is `abandoned`. */
  'gateway.called': observation<GatewayCalled>()({
    log: logFailedCall(),
    metrics: {
      calls: gatewayCalls,
      durations: histogram(
        'backline_gateway_call_duration_seconds',
        'Duration of gateway calls, without their time in the queue.',
        REQUEST_SECONDS,
        { region: REGION },
      ),
    },
    count:
      ({ calls, durations }) =>
      ({ region, operation, outcome, durationMs }) => {
        calls.at(region, operation, outcome).value += 1
        durations.at(region).add(durationMs / 1_000)
      },
  }),
  /** A call was not made: the queue was full, or it could not start before its deadline. */
  'gateway.refused': observation<{
    readonly region: Region
    readonly operation: string
    readonly reason: 'queue_full' | 'no_time'
  }>()({
    log: throttled(ofRegion),
    metrics: {
      refusals: counter(
        'backline_gateway_refusals_total',
        'Calls that were not made: the queue was full, or they could not have started in time.',
        { region: REGION, reason: { kind: 'reason', values: ['queue_full', 'no_time'] } },
      ),
    },
    count:
      ({ refusals }) =>
      ({ region, reason }) =>
        void (refusals.at(region, reason).value += 1),
  }),
  /** A call was repeated: its connection was lost before the first byte of a response. */
  'gateway.retried': observation<{ readonly region: Region }>()({
    log: throttled(ofRegion),
    metrics: {
      retries: counter(
        'backline_gateway_retries_total',
        'Calls repeated because their connection was lost before the first byte of a response.',
        { region: REGION },
      ),
    },
    count:
      ({ retries }) =>
      ({ region }) =>
        void (retries.at(region).value += 1),
  }),
  /** The circuit breaker of a region opened or closed. */
  'gateway.breaker': observation<{
    readonly region: Region
    readonly state: 'open' | 'closed'
  }>()({
    log: logged('warn'),
    metrics: {
      changes: counter(
        'backline_gateway_breaker_changes_total',
        'Changes of the circuit breaker to open and closed.',
        { region: REGION, state: { kind: 'breaker', values: ['open', 'closed'] } },
      ),
    },
    count:
      ({ changes }) =>
      ({ region, state }) =>
        void (changes.at(region, state).value += 1),
  }),
  /** A message had fields that the contract does not know. They were dropped. */
  'gateway.fields_dropped': observation<{
    readonly region: Region
    readonly operation: string
    readonly count: number
  }>()({
    log: throttled(ofRegion),
    metrics: {
      fields: counter(
        'backline_gateway_fields_dropped_total',
        'Fields in gateway messages that the contract does not define.',
        { region: REGION },
      ),
    },
    count:
      ({ fields }) =>
      ({ region, count }) =>
        void (fields.at(region).value += count),
  }),
  /** Messages of a region used up their share of the serving thread, so that further ones wait. */
  'gateway.throttled': observation<{ readonly region: Region }>()({
    log: throttled(ofRegion),
    metrics: {
      messages: counter(
        'backline_gateway_throttled_total',
        'How often the messages of a region used up their share of the serving thread, so that further ones waited.',
        { region: REGION },
      ),
    },
    count:
      ({ messages }) =>
      ({ region }) =>
        void (messages.at(region).value += 1),
  }),
  /** A gateway reported a fetch time after the receipt, which was used instead. */
  'gateway.clock_ahead': observation<{ readonly region: Region; readonly aheadMs: number }>()({
    log: throttled(ofRegion),
    metrics: {
      messages: counter(
        'backline_gateway_clock_ahead_total',
        'Messages whose fetch time was later than their receipt.',
        { region: REGION },
      ),
    },
    count:
      ({ messages }) =>
      ({ region }) =>
        void (messages.at(region).value += 1),
  }),
}

/** An observation of gateways. */
export type GatewayObservation = ObservationOf<typeof gatewayObservations>

/** Receives observations of gateways. */
export type ObserveGateways = Observe<GatewayObservation>

/** State of all gateways, for their gauges. */
export interface GatewaysState {
  readonly gateways: Readonly<Record<Region, { readonly state: GatewayState } & GatewayLoad>>
  /** Milliseconds by which a region's gateway clock was last seen ahead. */
  readonly clockAheadMs: (region: Region) => number
}

const PRIORITIES: readonly Priority[] = ['keyed', 'collector']
const byPriority = { region: REGION, lane: { kind: 'lane', values: PRIORITIES } }

/** Gauges of the gateways. */
export const gatewayGauges: readonly Gauge<GatewaysState>[] = [
  gauge('backline_gateway_waiting', 'Calls in the queue.', byPriority, (state) =>
    readByPriority(state, 'waiting'),
  ),
  gauge('backline_gateway_in_flight', 'Calls in flight.', byPriority, (state) =>
    readByPriority(state, 'inFlight'),
  ),
  gauge(
    'backline_gateway_state',
    '1 for one of: no call has ended yet (unasked), the last one succeeded or failed, the breaker is open (cut_off), no gateway is set.',
    { region: REGION, state: { kind: 'state', values: GATEWAY_STATES } },
    ({ gateways }) =>
      REGIONS.flatMap((region) =>
        GATEWAY_STATES.map(
          (state) => [[region, state], Number(gateways[region].state === state)] as const,
        ),
      ),
  ),
  gauge(
    'backline_gateway_clock_ahead_seconds',
    'How far the clock of a gateway was ahead when last observed.',
    { region: REGION },
    ({ clockAheadMs }) => REGIONS.map((region) => [[region], clockAheadMs(region) / 1_000]),
  ),
]

function readByPriority({ gateways }: GatewaysState, part: keyof GatewayLoad): GaugeReading {
  return REGIONS.flatMap((region) =>
    PRIORITIES.map((priority) => [[region, priority], gateways[region][part][priority]] as const),
  )
}

/** Logs failed calls. Successful and abandoned ones are for the metrics. */
function logFailedCall(): LogRule<GatewayCalled> {
  return ({ type, region, operation, outcome, error }, { throttle }) => {
    if (['answered', 'unknown', 'abandoned'].includes(outcome)) return undefined
    // Reasons are few: they are in our own words.
    const reason = error instanceof Error ? error.message : ''
    const times = throttle(`${type} ${region} ${operation} ${outcome} ${reason}`)
    if (times === undefined) return undefined
    return {
      level: 'warn',
      fields: { type, region, operation, outcome, times },
      error: toError(error),
    }
  }
}
