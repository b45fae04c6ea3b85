import { REGIONS, type Region } from '../domain/region.ts'
import {
  GATEWAY_STATES,
  STORES,
  type GatewayLoad,
  type GatewayState,
  type ServiceState,
} from '../domain/service-state.ts'
import type { NodeLook } from './node-look.ts'
import { FAMILIES } from './metrics/families.ts'
import type { HistogramSample, Metric, NumberSample } from './metrics/sample.ts'

/**
 * Makes one look of those of the workers of a node, by their numbers. The node is ready when `allServe`, and every one
 * that was seen is ready; of a store or gateway the worst that a worker says is true. Each series has the worker as a label.
 */
export function joinLooks(
  nowMs: number,
  looks: ReadonlyMap<number, NodeLook>,
  allServe: boolean,
): NodeLook {
  const workers = [...looks].map(([worker, { status }]) => ({ worker, ...status }))
  const joined = joinStates([...looks.values()].map((look) => look.state))
  const state = { ...joined, ready: allServe && joined.ready }
  return { state, metrics: joinMetrics(looks, state), status: { at: nowMs, ...state, workers } }
}

function joinStates(states: readonly ServiceState[]): ServiceState {
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
      // One of them collects, and the others have none.
      watches: states.flatMap(({ collector }) => collector.watches),
    },
    requestsOpen: sum(({ requestsOpen }) => requestsOpen),
    connectionsOpen: sum(({ connectionsOpen }) => connectionsOpen),
  }
}

/** What is told of a region of which its workers say different things, the first of these that one says. */
const WORST_FIRST: readonly GatewayState[] = ['cut_off', 'failing', 'answering', 'unasked']

function worst(states: readonly GatewayState[]): GatewayState {
  return [...WORST_FIRST, ...GATEWAY_STATES].find((state) => states.includes(state)) ?? 'unasked'
}

function joinMetrics(
  looks: ReadonlyMap<number, NodeLook>,
  { ready, draining }: ServiceState,
): readonly Metric[] {
  const joined = new Map<string, Metric & { samples: (NumberSample | HistogramSample)[] }>()
  for (const [worker, { metrics }] of looks) {
    for (const metric of metrics) {
      const into = joined.get(metric.name) ?? { ...metric, samples: [] }
      for (const sample of metric.samples) {
        into.samples.push({ ...sample, labels: { ...sample.labels, worker: String(worker) } })
      }
      joined.set(metric.name, into)
    }
  }
  const ofNode = { backline_ready: ready, backline_draining: draining }
  for (const [name, value] of Object.entries(ofNode) as [keyof typeof ofNode, boolean][]) {
    const { kind, help } = FAMILIES[name]
    joined.set(name, { name, kind, help, samples: [{ labels: {}, value: Number(value) }] })
  }
  return [...joined.values()]
}
