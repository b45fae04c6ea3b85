import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { REGIONS } from '../../game/region.ts'
import type { GatewayState } from '../../upstream/gateway-state.ts'
import type { ServiceState } from './service-state.ts'
import { mergeSnapshots } from './merge-snapshots.ts'
import type { Metric } from '../../platform/telemetry/metrics/sample.ts'
import { writeExposition } from '../../platform/telemetry/metrics/exposition.ts'
import type { WorkerSnapshot } from './worker-snapshot.ts'

const load = { keyed: 1, collector: 2 }

function snapshotOf(
  part: Partial<ServiceState>,
  gateway: GatewayState = 'answering',
): WorkerSnapshot {
  const about = { state: gateway, waiting: load, inFlight: load }
  const gateways = Object.fromEntries(REGIONS.map((region) => [region, about]))
  const state = {
    ready: true,
    listening: true,
    draining: false,
    overloaded: false,
    stores: { accounts: 'up', quotas: 'up' },
    gateways: gateways as ServiceState['gateways'],
    cache: { bytes: 10, bytesMax: 100, entries: 1 },
    collector: { collects: false, watches: [] },
    requestsOpen: 3,
    connectionsOpen: 4,
    ...part,
  } as const
  const samples = [{ labels: { region: 'jp' }, value: 5 }]
  const metric = { name: 'asked_total', kind: 'counter', help: 'Asked.', samples } as const
  return { state, metrics: [metric], status: { of: gateway } }
}

const merge = (...snapshots: WorkerSnapshot[]) =>
  mergeSnapshots(7, new Map(snapshots.map((snapshot, at) => [at + 1, snapshot])), true)

describe('the snapshot of a node with workers', () => {
  it('is ready when all workers serve and each is ready', () => {
    assert.equal(merge(snapshotOf({}), snapshotOf({})).state.ready, true)
    assert.equal(merge(snapshotOf({}), snapshotOf({ ready: false })).state.ready, false)
    assert.equal(mergeSnapshots(7, new Map([[1, snapshotOf({})]]), false).state.ready, false)
  })

  it('has the worst reported state of a store or a gateway', () => {
    const away = snapshotOf({ stores: { accounts: 'away', quotas: 'up' } }, 'cut_off')
    const { state } = merge(snapshotOf({}, 'failing'), away)
    assert.deepEqual(state.stores, { accounts: 'away', quotas: 'up' })
    assert.equal(state.gateways.jp.state, 'cut_off')
    assert.equal(
      merge(snapshotOf({}, 'unasked'), snapshotOf({})).state.gateways.jp.state,
      'answering',
    )
  })

  it('sums caches, requests and queues', () => {
    const { state } = merge(snapshotOf({}), snapshotOf({}))
    assert.deepEqual(state.cache, { bytes: 20, bytesMax: 200, entries: 2 })
    assert.deepEqual([state.requestsOpen, state.connectionsOpen], [6, 8])
    assert.deepEqual(state.gateways.tw.waiting, { keyed: 2, collector: 4 })
  })

  it('labels the series of each worker with its number, in one family', () => {
    const { metrics, status } = merge(snapshotOf({}), snapshotOf({}, 'failing'))
    assert.equal(
      writeExposition(metrics.slice(0, 1), 'prometheus'),
      '# HELP asked_total Asked.\n# TYPE asked_total counter\n' +
        'asked_total{region="jp",worker="1"} 5\nasked_total{region="jp",worker="2"} 5\n',
    )
    assert.partialDeepStrictEqual(status, {
      at: 7,
      workers: [
        { worker: 1, of: 'answering' },
        { worker: 2, of: 'failing' },
      ],
    })
  })

  it('has its own readiness and draining once, also when no worker reports', () => {
    const own = {
      name: 'backline_ready',
      kind: 'gauge',
      help: '',
      samples: [{ labels: {}, value: 1 }],
    }
    const snapshot = { ...snapshotOf({}), metrics: [own as Metric] }
    const seen = (snapshots: [number, WorkerSnapshot][], allServe: boolean) =>
      writeExposition(mergeSnapshots(7, new Map(snapshots), allServe).metrics, 'prometheus').match(
        /^backline_(?:ready|draining).*$/gm,
      )
    assert.deepEqual(seen([[1, snapshot]], true), ['backline_ready 1', 'backline_draining 0'])
    assert.deepEqual(seen([[1, snapshot]], false), ['backline_ready 0', 'backline_draining 0'])
    assert.deepEqual(seen([], false), ['backline_ready 0', 'backline_draining 0'])
    const draining = snapshotOf({ draining: true, ready: false })
    assert.deepEqual(seen([[1, draining]], false), ['backline_ready 0', 'backline_draining 1'])
  })
})
