import { observation } from '../platform/telemetry/define-observations.ts'
import { notLogged, throttled } from '../platform/telemetry/log-rules.ts'
import { counter, valueGauge, type Gauge } from '../platform/telemetry/metrics/family.ts'
import type { CacheState } from './answer-cache.ts'

/** Observations of the keyed API. */
export const keyedObservations = {
  /** A key was not looked up: its network presented too many unknown keys. */
  'keys.look_up_refused': observation()({
    log: throttled(),
    counter: counter(
      'backline_key_look_ups_refused_total',
      'Keys that were not looked up, because too many unknown keys came from their network.',
    ),
  }),
  /** The cache dropped an answer before it expired, to make room. */
  'cache.evicted': observation()({
    log: notLogged,
    counter: counter('backline_cache_evictions_total', 'Cached responses evicted to free memory.'),
  }),
}

/** Gauges of the answer cache. */
export const cacheGauges: readonly Gauge<CacheState>[] = [
  valueGauge(
    'backline_cache_bytes',
    'Bytes of cached responses, with all compressed forms.',
    ({ bytes }) => bytes,
  ),
  valueGauge(
    'backline_cache_bytes_max',
    'Maximum bytes of cached responses.',
    ({ bytesMax }) => bytesMax,
  ),
  valueGauge('backline_cache_entries', 'Cached responses.', ({ entries }) => entries),
]
