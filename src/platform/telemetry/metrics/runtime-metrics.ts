import type { EventLoopState } from '../watch-event-loop.ts'
import type { ProcessState } from '../watch-process.ts'
import { gauge, histogram, valueGauge, type Gauge } from './family.ts'

/** State of the runtime and of the process at one moment. */
export interface RuntimeState {
  readonly eventLoop: EventLoopState
  readonly process: ProcessState
}

const QUANTILES = { kind: 'quantile', values: ['0.5', '0.99', '1'] }
const GC_KINDS = { kind: 'gc', values: ['minor', 'major', 'incremental', 'weak'] }
const GC_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

/** Durations of garbage collections. */
export const gcDurations = histogram(
  'nodejs_gc_duration_seconds',
  'Duration of garbage collections.',
  GC_SECONDS,
  { kind: GC_KINDS },
)

/** The gauges of the runtime, and the one total that the operating system counts. */
export const runtimeGauges: readonly Gauge<RuntimeState>[] = [
  gauge(
    'backline_event_loop_delay_seconds',
    'Event-loop delay in the last 15 seconds; quantile 1 is the largest.',
    { quantile: QUANTILES },
    ({ eventLoop: { delayS } }) => [
      [['0.5'], delayS.p50],
      [['0.99'], delayS.p99],
      [['1'], delayS.max],
    ],
  ),
  valueGauge(
    'backline_event_loop_busy_ratio',
    'Share of the last 15 seconds in which the event loop was busy.',
    ({ eventLoop }) => eventLoop.busyRatio,
  ),
  {
    ...valueGauge<RuntimeState>(
      'process_cpu_seconds_total',
      'CPU time of the process, all threads.',
      ({ process }) => process.cpuS,
    ),
    kind: 'counter',
  },
  valueGauge(
    'process_resident_memory_bytes',
    'Resident memory of the process.',
    ({ process }) => process.residentBytes,
  ),
  valueGauge(
    'process_start_time_seconds',
    'Start time of the process, in Unix time.',
    ({ process }) => process.startedAtS,
  ),
  valueGauge(
    'process_open_fds',
    'Open file descriptors; Linux only.',
    ({ process }) => process.openFiles,
  ),
  valueGauge(
    'process_max_fds',
    'Maximum open file descriptors; Linux only.',
    ({ process }) => process.openFilesMax,
  ),
  valueGauge(
    'nodejs_heap_used_bytes',
    'JavaScript heap in use.',
    ({ process }) => process.heapUsedBytes,
  ),
  valueGauge(
    'nodejs_heap_limit_bytes',
    'Limit of the JavaScript heap.',
    ({ process }) => process.heapLimitBytes,
  ),
  valueGauge(
    'nodejs_external_memory_bytes',
    'Memory of JavaScript objects outside the heap: buffers, including cached responses.',
    ({ process }) => process.externalBytes,
  ),
]
