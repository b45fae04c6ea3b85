import { BOARD_KINDS } from '../../domain/board.ts'
import { GAP_REASONS } from '../../domain/history-store.ts'
import { OVERLOADS } from '../../domain/overload.ts'
import { QUOTA_NAMES } from '../../domain/quota.ts'
import { REGIONS } from '../../domain/region.ts'
import { ERROR_CODES } from '../../domain/service-error.ts'
import { GATEWAY_STATES, STORES } from '../../domain/service-state.ts'
import { STAGES } from '../../domain/stage.ts'

/** The labels of metrics, each with all the values it can have. Whatever else comes is `other`, nothing at all is `none`. */
export const LABELS = {
  admission: ['admitted', ...QUOTA_NAMES, 'undecided'],
  breaker: ['open', 'closed'],
  board: BOARD_KINDS,
  cache: ['hit', 'miss', 'stale', 'joined', 'bypass'],
  code: ['ok', ...ERROR_CODES, 'client_left'],
  gc: ['minor', 'major', 'incremental', 'weak'],
  lane: ['keyed', 'collector'],
  /** Filled in by whoever knows the table. */
  operation: [],
  outcome: ['answered', 'unknown', 'abandoned', ...ERROR_CODES],
  overload: OVERLOADS,
  quantile: ['0.5', '0.99', '1'],
  reason: ['queue_full', 'no_time'],
  reading: ['taken', 'same', ...GAP_REASONS],
  region: REGIONS,
  stage: STAGES,
  state: GATEWAY_STATES,
  store: STORES,
  storeState: ['away', 'back'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** What values a label has. */
export type LabelKind = keyof typeof LABELS

/** One metric: what it counts, and by which labels. */
export interface Family {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** The names of its labels, with what values each has. */
  readonly labels?: Readonly<Record<string, LabelKind>>
  /** Of a histogram: the upper bounds, rising. */
  readonly bounds?: readonly number[]
}

/** In seconds: from a kept answer on a quiet machine to the hard end of a reply. */
const REQUEST_S = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15,
]
const STAGE_S = [0.00005, 0.0001, 0.00025, 0.0005, ...REQUEST_S.slice(1)]
/** In seconds: the usual lifetimes of answers lie between a second and an hour. */
const AGE_S = [0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 86_400]
const GC_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

const byRegion = { region: 'region' } as const
const byBoard = { ...byRegion, kind: 'board' } as const

/** Every metric there is. Counters and histograms are fed by observations, gauges are read when they are asked for. */
export const FAMILIES = {
  backline_requests_total: {
    kind: 'counter',
    help: 'Requests that are over, by what was asked and how it ended: ok, a code of docs/errors.md, or client_left.',
    labels: { operation: 'operation', ...byRegion, code: 'code' },
  },
  backline_request_duration_seconds: {
    kind: 'histogram',
    help: 'From the whole request to the end of its answer.',
    labels: { operation: 'operation' },
    bounds: REQUEST_S,
  },
  backline_stage_duration_seconds: {
    kind: 'histogram',
    help: 'What each stage of answering took, of requests that came to it.',
    labels: { stage: 'stage' },
    bounds: STAGE_S,
  },
  backline_replies_cut_total: {
    kind: 'counter',
    help: 'Answers whose client left before it had the whole of them.',
  },
  backline_admissions_total: {
    kind: 'counter',
    help: 'Decisions on the limits: admitted, the limit that refused (each, when several did), or undecided for want of the store.',
    labels: { outcome: 'admission' },
  },
  backline_requests_shed_total: {
    kind: 'counter',
    help: 'Requests refused before any work, by what there was too much of.',
    labels: { overload: 'overload' },
  },
  backline_key_look_ups_refused_total: {
    kind: 'counter',
    help: 'Keys that were not looked up, for too many unknown ones came from their network.',
  },
  backline_connections_refused_total: {
    kind: 'counter',
    help: 'Connections closed as they came, for as many as may be were open.',
  },
  backline_answers_total: {
    kind: 'counter',
    help: 'Answers with data, by what the cache had for them; joined: shared the call of another request.',
    labels: { cache: 'cache' },
  },
  backline_answer_age_seconds: {
    kind: 'histogram',
    help: 'How old the data of answers were when they were given.',
    labels: { operation: 'operation' },
    bounds: AGE_S,
  },
  backline_cache_evictions_total: {
    kind: 'counter',
    help: 'Kept answers that went before their time, to make room.',
  },
  backline_cache_bytes: { kind: 'gauge', help: 'Bytes of kept answers, all their forms included.' },
  backline_cache_bytes_max: { kind: 'gauge', help: 'Bytes that kept answers may have.' },
  backline_cache_entries: { kind: 'gauge', help: 'Kept answers.' },
  backline_gateway_calls_total: {
    kind: 'counter',
    help: 'Calls of a gateway that are over; unknown: it does not have the thing; abandoned: nobody waited any more.',
    labels: { ...byRegion, operation: 'operation', outcome: 'outcome' },
  },
  backline_gateway_call_duration_seconds: {
    kind: 'histogram',
    help: 'What calls of a gateway took, waiting for their turn not included.',
    labels: byRegion,
    bounds: REQUEST_S,
  },
  backline_gateway_waiting: {
    kind: 'gauge',
    help: 'Calls that wait for their turn.',
    labels: { ...byRegion, lane: 'lane' },
  },
  backline_gateway_in_flight: {
    kind: 'gauge',
    help: 'Calls under way.',
    labels: { ...byRegion, lane: 'lane' },
  },
  backline_gateway_refusals_total: {
    kind: 'counter',
    help: 'Calls that were not made: too many waited already, or they could not have begun in time.',
    labels: { ...byRegion, reason: 'reason' },
  },
  backline_gateway_retries_total: {
    kind: 'counter',
    help: 'Calls made again because their connection had gone before any byte of an answer.',
    labels: byRegion,
  },
  backline_gateway_state: {
    kind: 'gauge',
    help: 'One of these is 1: no call has ended yet, the last one was answered or failed, calls are cut off, no gateway is set.',
    labels: { ...byRegion, state: 'state' },
  },
  backline_gateway_breaker_changes_total: {
    kind: 'counter',
    help: 'How often calls were cut off (open) and made again (closed).',
    labels: { ...byRegion, state: 'breaker' },
  },
  backline_gateway_fields_dropped_total: {
    kind: 'counter',
    help: 'Fields that the contract does not know, in messages of a gateway.',
    labels: byRegion,
  },
  backline_gateway_clock_ahead_total: {
    kind: 'counter',
    help: 'Messages that a gateway said it fetched after they were received.',
    labels: byRegion,
  },
  backline_gateway_clock_ahead_seconds: {
    kind: 'gauge',
    help: 'By how much the clock of a gateway ran ahead when that was last noticed.',
    labels: byRegion,
  },
  backline_store_up: {
    kind: 'gauge',
    help: 'Whether a store answers; one in this process always does.',
    labels: { store: 'store' },
  },
  backline_quota_outcomes_unknown_total: {
    kind: 'counter',
    help: 'Attempts that the quota store did not answer: refused with 503, and perhaps charged.',
  },
  backline_quota_counts_raised_total: {
    kind: 'counter',
    help: 'How often the quota store had lost counts, which were raised to what this node had seen.',
  },
  backline_store_changes_total: {
    kind: 'counter',
    help: 'How often a store went away and came back.',
    labels: { store: 'store', state: 'storeState' },
  },
  backline_faults_total: {
    kind: 'counter',
    help: 'Faults of our own or of what we stand on; each has its reason in the log.',
  },
  backline_quota_slots_dropped_total: {
    kind: 'counter',
    help: 'Damaged slots of the quota file; their developers began at zero.',
  },
  backline_dataset_changes_total: {
    kind: 'counter',
    help: 'How often answers went over to a new dataset.',
  },
  backline_collecting: {
    kind: 'gauge',
    help: 'Whether this process collects snapshots; of those that share a history one does.',
  },
  backline_watches: {
    kind: 'gauge',
    help: 'Watched boards that are to be read now, where this process collects.',
    labels: byBoard,
  },
  backline_snapshot_lag_seconds: {
    kind: 'gauge',
    help: 'By how much the oldest of the newest snapshots of watched boards is later than its cadence.',
    labels: byBoard,
  },
  backline_snapshots_total: {
    kind: 'counter',
    help: 'Readings of watched boards: taken, same (the gateway gave the same fetch again), or why there is none.',
    labels: { ...byBoard, outcome: 'reading' },
  },
  backline_ready: { kind: 'gauge', help: 'Whether the node wants traffic, as /readyz says.' },
  backline_draining: { kind: 'gauge', help: 'Whether it finishes what it is answering, to stop.' },
  backline_requests_open: { kind: 'gauge', help: 'Requests being answered.' },
  backline_connections_open: { kind: 'gauge', help: 'Connections of clients.' },
  backline_event_loop_delay_seconds: {
    kind: 'gauge',
    help: 'By how much the event loop was late in the last quarter of a minute; 1 is the greatest delay.',
    labels: { quantile: 'quantile' },
  },
  backline_event_loop_busy_ratio: {
    kind: 'gauge',
    help: 'The share of the last quarter of a minute in which the event loop worked.',
  },
  process_cpu_seconds_total: { kind: 'counter', help: 'CPU time of the process, all threads.' },
  process_resident_memory_bytes: { kind: 'gauge', help: 'Memory of the process.' },
  process_start_time_seconds: { kind: 'gauge', help: 'When the process began, in Unix time.' },
  process_open_fds: { kind: 'gauge', help: 'Open file descriptors; on Linux alone.' },
  process_max_fds: { kind: 'gauge', help: 'File descriptors it may open; on Linux alone.' },
  nodejs_heap_used_bytes: { kind: 'gauge', help: 'JavaScript heap in use.' },
  nodejs_heap_limit_bytes: { kind: 'gauge', help: 'What the JavaScript heap may grow to.' },
  nodejs_external_memory_bytes: {
    kind: 'gauge',
    help: 'Memory behind JavaScript objects: buffers, kept answers among them.',
  },
  nodejs_gc_duration_seconds: {
    kind: 'histogram',
    help: 'What garbage collections took.',
    labels: { kind: 'gc' },
    bounds: GC_S,
  },
} as const satisfies Readonly<Record<string, Family>>

/** The name of a metric. */
export type MetricName = keyof typeof FAMILIES

/** All of them, in their order, as plain descriptions. */
export const FAMILY_BY_NAME: Readonly<Record<MetricName, Family>> = FAMILIES
