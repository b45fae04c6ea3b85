import { REGIONS, type Region } from '../../domain/region.ts'
import {
  GATEWAY_STATES,
  STORES,
  type GatewayLoad,
  type ServiceState,
} from '../../domain/service-state.ts'
import type { EventLoopState } from '../watch-event-loop.ts'
import type { ProcessState } from '../watch-process.ts'
import type { MetricName } from './families.ts'

/** All that is read, not counted, at one moment. */
export interface Moment {
  readonly service: ServiceState
  readonly eventLoop: EventLoopState
  readonly process: ProcessState
  /** Milliseconds by which a region's gateway ran ahead when that was last noticed. */
  readonly clockAheadMs: (region: Region) => number
}

/** The values of one label combination each. */
export type Reading = readonly (readonly [values: readonly string[], value: number])[]

const LANES = ['keyed', 'collector'] as const

/** What is read for each gauge, and for the one counter that the operating system keeps. */
export function readGauges({
  service,
  eventLoop,
  process,
  clockAheadMs,
}: Moment): Readonly<Partial<Record<MetricName, Reading>>> {
  const { cache, collector, gateways, stores } = service
  const perLane = (part: keyof GatewayLoad): Reading =>
    REGIONS.flatMap((region) =>
      LANES.map((lane) => [[region, lane], gateways[region][part][lane]] as const),
    )
  return {
    backline_cache_bytes: one(cache.bytes),
    backline_cache_bytes_max: one(cache.bytesMax),
    backline_cache_entries: one(cache.entries),
    backline_gateway_waiting: perLane('waiting'),
    backline_gateway_in_flight: perLane('inFlight'),
    backline_gateway_state: REGIONS.flatMap((region) =>
      GATEWAY_STATES.map(
        (state) => [[region, state], Number(gateways[region].state === state)] as const,
      ),
    ),
    backline_gateway_clock_ahead_seconds: REGIONS.map((region) => [
      [region],
      clockAheadMs(region) / 1_000,
    ]),
    backline_store_up: STORES.map((store) => [[store], Number(stores[store] === 'up')]),
    backline_collecting: one(Number(collector.collects)),
    backline_watches: collector.watches.map(({ region, kind, count }) => [[region, kind], count]),
    backline_snapshot_lag_seconds: collector.watches.map(({ region, kind, lagMs }) => [
      [region, kind],
      lagMs / 1_000,
    ]),
    backline_ready: one(Number(service.ready)),
    backline_draining: one(Number(service.draining)),
    backline_requests_open: one(service.requestsOpen),
    backline_connections_open: one(service.connectionsOpen),
    backline_event_loop_delay_seconds: [
      [['0.5'], eventLoop.delayS.p50],
      [['0.99'], eventLoop.delayS.p99],
      [['1'], eventLoop.delayS.max],
    ],
    backline_event_loop_busy_ratio: one(eventLoop.busyRatio),
    process_cpu_seconds_total: one(process.cpuS),
    process_resident_memory_bytes: one(process.residentBytes),
    process_start_time_seconds: one(process.startedAtS),
    process_open_fds: one(process.openFiles),
    process_max_fds: one(process.openFilesMax),
    nodejs_heap_used_bytes: one(process.heapUsedBytes),
    nodejs_heap_limit_bytes: one(process.heapLimitBytes),
    nodejs_external_memory_bytes: one(process.externalBytes),
  }
}

function one(value: number | undefined): Reading {
  return value === undefined ? [] : [[[], value]]
}
