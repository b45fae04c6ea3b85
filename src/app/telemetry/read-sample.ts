import type { Region } from '../../game/region.ts'
import { collectorGauges } from '../../history/observations.ts'
import { cacheGauges } from '../../keyed/observations.ts'
import { readGauges, type GaugeReadings } from '../../platform/telemetry/metrics/metrics.ts'
import {
  runtimeGauges,
  type RuntimeState,
} from '../../platform/telemetry/metrics/runtime-metrics.ts'
import { gatewayGauges } from '../../upstream/observations.ts'
import { serviceGauges } from './app-observations.ts'
import type { ServiceState } from './service-state.ts'

/** Everything that is read, not counted, at one moment. */
export interface Sample extends RuntimeState {
  readonly service: ServiceState
  /** Milliseconds by which a region's gateway clock was last seen ahead. */
  readonly clockAheadMs: (region: Region) => number
}

/** Reads the gauges of every product from a sample. */
export function readSample(sample: Sample): GaugeReadings {
  const { service, clockAheadMs } = sample
  return new Map([
    ...readGauges(cacheGauges, service.cache),
    ...readGauges(gatewayGauges, { gateways: service.gateways, clockAheadMs }),
    ...readGauges(collectorGauges, service.collector),
    ...readGauges(serviceGauges, service),
    ...readGauges(runtimeGauges, sample),
  ])
}
