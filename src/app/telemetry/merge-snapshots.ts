import { REGIONS, type Region } from '../../game/region.ts'
import { STORES } from '../../platform/telemetry/store-state.ts'
import {
  GATEWAY_STATES,
  type GatewayLoad,
  type GatewayState,
} from '../../upstream/gateway-state.ts'
import type { ServiceState } from './service-state.ts'
import type { WorkerSnapshot } from './worker-snapshot.ts'
import { drainingGauge, readyGauge } from './app-observations.ts'
import type {
  HistogramSample,
  Metric,
  NumberSample,
} from '../../platform/telemetry/metrics/sample.ts'

/**
 * Merges the snapshots of a node's workers, by their numbers. The node is ready when `allServe` and
 * every reported worker is ready; a store or gateway has its worst reported state. Each series is
 * labeled with its worker. `silent` are the numbers of workers that do not report.
 */
export function mergeSnapshots(
  nowMs: number,
  snapshots: ReadonlyMap<number, WorkerSnapshot>,
  allServe: boolean,
  silent: readonly number[] = [],
): WorkerSnapshot {
  const workers = [
    ...[...snapshots].map(([worker, { status }]) => ({ worker, reports: true, ...status })),
    ...silent.map((worker) => ({ worker, reports: false })),
  ].toSorted((one, other) => one.worker - other.worker)
  const joined = mergeStates([...snapshots.values()].map(({ state: workerState }) => workerState))
  const state = { ...joined, ready: allServe && joined.ready }
  return {
    state,
    metrics: mergeMetrics(snapshots, state),
    status: { at: nowMs, ...state, workers },
  }
}

function mergeStates(states: readonly ServiceState[]): ServiceState {
  const sum = (of: (state: ServiceState) => number) =>
    states.reduce((total, state) => total + of(state), 0)
  const gatewayOf = (region: Region) => {
    const loadOf = (part: keyof GatewayLoad) => ({
      keyed: sum(({ gateways }) => gateways[region][part].keyed),
      collector: sum(({ gateways }) => gateways[region][part].collector),
    })
    const state = worst(states.map(({ gateways }) => gateways[region].state))
    return { state, waiting: loadOf('waiting'), inFlight: loadOf('inFlight') }
  }
  const storeOf = (store: (typeof STORES)[number]) =>
    states.every(({ stores }) => stores[store] === 'up') ? 'up' : 'away'
  return {
    ready: states.every(({ ready }) => ready),
    listening: states.every(({ listening }) => listening),
    draining: states.some(({ draining }) => draining),
    overloaded: states.some(({ overloaded }) => overloaded),
    stores: Object.fromEntries(
      STORES.map((store) => [store, storeOf(store)]),
    ) as ServiceState['stores'],
    gateways: Object.fromEntries(
      REGIONS.map((region) => [region, gatewayOf(region)]),
    ) as ServiceState['gateways'],
    cache: {
      bytes: sum(({ cache }) => cache.bytes),
      bytesMax: sum(({ cache }) => cache.bytesMax),
      entries: sum(({ cache }) => cache.entries),
    },
    collector: {
      collects: states.some(({ collector }) => collector.collects),
      // Only one of them collects.
      watches: states.flatMap(({ collector }) => collector.watches),
    },
    requestsOpen: sum(({ requestsOpen }) => requestsOpen),
    connectionsOpen: sum(({ connectionsOpen }) => connectionsOpen),
  }
}

/** Order in which the states of workers take precedence. */
const WORST_FIRST: readonly GatewayState[] = ['cut_off', 'failing', 'answering', 'unasked']

function worst(states: readonly GatewayState[]): GatewayState {
  return [...WORST_FIRST, ...GATEWAY_STATES].find((state) => states.includes(state)) ?? 'unasked'
}

function mergeMetrics(
  snapshots: ReadonlyMap<number, WorkerSnapshot>,
  { ready, draining }: ServiceState,
): readonly Metric[] {
  const joined = new Map<string, Metric & { samples: (NumberSample | HistogramSample)[] }>()
  for (const [worker, { metrics }] of snapshots) {
    for (const metric of metrics) {
      const into = joined.get(metric.name) ?? { ...metric, samples: [] }
      for (const sample of metric.samples) {
        into.samples.push({ ...sample, labels: { ...sample.labels, worker: String(worker) } })
      }
      joined.set(metric.name, into)
    }
  }
  const ofNode = [
    [readyGauge, ready],
    [drainingGauge, draining],
  ] as const
  for (const [{ name, help }, value] of ofNode) {
    joined.set(name, {
      name,
      kind: 'gauge',
      help,
      samples: [{ labels: {}, value: Number(value) }],
    })
  }
  return [...joined.values()]
}
