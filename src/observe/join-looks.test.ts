import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { REGIONS } from '../domain/region.ts'
import type { GatewayState, ServiceState } from '../domain/service-state.ts'
import { joinLooks } from './join-looks.ts'
import type { Metric } from './metrics/sample.ts'
import { writeExposition } from './metrics/write-exposition.ts'
import type { NodeLook } from './node-look.ts'

const load = { keyed: 1, collector: 2 }

function lookOf(part: Partial<ServiceState>, gateway: GatewayState = 'answering'): NodeLook {
  const about = { state: gateway, waiting: load, inFlight: load }
  const gateways = Object.fromEntries(REGIONS.map((region) => [region, about]))
  const state = {
    ready: true,
    listening: true,
    draining: false,
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

const join = (...looks: NodeLook[]) =>
  joinLooks(7, new Map(looks.map((look, at) => [at + 1, look])), true)

describe('the look of a node with workers', () => {
  it('is ready when all of them serve and every one is', () => {
    assert.equal(join(lookOf({}), lookOf({})).state.ready, true)
    assert.equal(join(lookOf({}), lookOf({ ready: false })).state.ready, false)
    assert.equal(joinLooks(7, new Map([[1, lookOf({})]]), false).state.ready, false)
  })

  it('tells of a store or a gateway the worst that one of them says', () => {
    const away = lookOf({ stores: { accounts: 'away', quotas: 'up' } }, 'cut_off')
    const { state } = join(lookOf({}, 'failing'), away)
    assert.deepEqual(state.stores, { accounts: 'away', quotas: 'up' })
    assert.equal(state.gateways.jp.state, 'cut_off')
    assert.equal(join(lookOf({}, 'unasked'), lookOf({})).state.gateways.jp.state, 'answering')
  })

  it('adds up what they hold', () => {
    const { state } = join(lookOf({}), lookOf({}))
    assert.deepEqual(state.cache, { bytes: 20, bytesMax: 200, entries: 2 })
    assert.deepEqual([state.requestsOpen, state.connectionsOpen], [6, 8])
    assert.deepEqual(state.gateways.tw.waiting, { keyed: 2, collector: 4 })
  })

  it('keeps the series of each apart, by its number, under one heading', () => {
    const { metrics, status } = join(lookOf({}), lookOf({}, 'failing'))
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

  it('says for itself, once, whether it is ready and drains, also when no worker says anything', () => {
    const own = {
      name: 'backline_ready',
      kind: 'gauge',
      help: '',
      samples: [{ labels: {}, value: 1 }],
    }
    const look = { ...lookOf({}), metrics: [own as Metric] }
    const seen = (looks: [number, NodeLook][], allServe: boolean) =>
      writeExposition(joinLooks(7, new Map(looks), allServe).metrics, 'prometheus').match(
        /^backline_(?:ready|draining).*$/gm,
      )
    assert.deepEqual(seen([[1, look]], true), ['backline_ready 1', 'backline_draining 0'])
    assert.deepEqual(seen([[1, look]], false), ['backline_ready 0', 'backline_draining 0'])
    assert.deepEqual(seen([], false), ['backline_ready 0', 'backline_draining 0'])
    const draining = lookOf({ draining: true, ready: false })
    assert.deepEqual(seen([[1, draining]], false), ['backline_ready 0', 'backline_draining 1'])
  })
})
