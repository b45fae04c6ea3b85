import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Incident } from '../../accounts/incident-store.ts'
import { REGIONS } from '../../game/region.ts'
import type { PublicEnvelope } from '../../history/api/public-messages.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { describeComponents, isRegionLive, type StatusFacts } from './component-state.ts'
import { describeDays, firstStatusDay, STATUS_DAYS } from './status-days.ts'
import { describeSummary, indicatorOf, type StatusDocuments } from './status-summary.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 12)

function factsWith(changes: Partial<StatusFacts> = {}): StatusFacts {
  const answering = { state: 'answering' as const }
  return {
    nowMs: NOW_MS,
    regions: new Map(REGIONS.map((region) => [region, statusOf('fresh', 'ended')])),
    stores: { accounts: 'up', quotas: 'up' },
    gateways: { jp: answering, tw: answering, en: answering, kr: answering },
    isOverloaded: false,
    hasPortal: true,
    incidents: [],
    ...changes,
  }
}

function statusOf(...states: readonly ('fresh' | 'late' | 'gap' | 'ended')[]) {
  return { watches: states.map((freshness) => ({ freshness })) } as PublicEnvelope<'Status'>
}

function incidentOf(fields: Partial<Incident>): Incident {
  return {
    incidentId: 'i',
    title: 'Outage',
    impact: 'critical',
    components: ['api'],
    createdAtMs: NOW_MS - HOUR_MS,
    window: undefined,
    endedAtMs: undefined,
    updates: [{ updateId: 'u', atMs: NOW_MS - HOUR_MS, state: 'investigating', text: 'Looking.' }],
    ...fields,
  }
}

function stateIn(facts: StatusFacts, wanted: string): string | undefined {
  return describeComponents(facts).find(({ component }) => component === wanted)?.state
}

describe('the state of components', () => {
  it('is good when all is well', () => {
    const components = describeComponents(factsWith())
    assert.deepEqual(new Set(components.map(({ state }) => state)), new Set(['operational']))
    assert.equal(indicatorOf(components), 'none')
    assert.ok(REGIONS.every((region) => isRegionLive(components, region)))
  })

  it('follows stores, gateways, and the boards that are polled', () => {
    assert.equal(
      stateIn(factsWith({ stores: { accounts: 'up', quotas: 'away' } }), 'api'),
      'major_outage',
    )
    assert.equal(stateIn(factsWith({ isOverloaded: true }), 'api'), 'degraded_performance')
    const gateways = { ...factsWith().gateways, jp: { state: 'cut_off' as const } }
    const cutOff = describeComponents(factsWith({ gateways }))
    assert.equal(indicatorOf(cutOff), 'major')
    assert.deepEqual(
      REGIONS.map((region) => isRegionLive(cutOff, region)),
      [true, false, true, true],
    )
    const states = [
      [statusOf('fresh', 'late'), 'degraded_performance'],
      [statusOf('fresh', 'gap', 'ended'), 'partial_outage'],
      [statusOf('gap', 'gap'), 'major_outage'],
      [statusOf('ended'), 'operational'],
      [undefined, 'major_outage'],
    ] as const
    for (const [status, state] of states) {
      const regions = new Map([...factsWith().regions, ['jp', status] as const])
      assert.equal(stateIn(factsWith({ regions }), 'collector-jp'), state)
    }
    assert.equal(stateIn(factsWith({ regions: new Map() }), 'public'), 'major_outage')
    assert.equal(stateIn(factsWith({ hasPortal: false }), 'portal'), undefined)
  })

  it('is what the operator says, when that is worse', () => {
    assert.equal(stateIn(factsWith({ incidents: [incidentOf({})] }), 'api'), 'major_outage')
    assert.equal(stateIn(factsWith({ incidents: [incidentOf({})] }), 'public'), 'operational')
    const ended = incidentOf({ endedAtMs: NOW_MS - 1 })
    assert.equal(stateIn(factsWith({ incidents: [ended] }), 'api'), 'operational')
    const window = { fromMs: NOW_MS, untilMs: NOW_MS + HOUR_MS }
    const incidents = [incidentOf({ window, impact: 'none' })]
    for (const [nowMs, state] of [
      [NOW_MS - 1, 'operational'],
      [NOW_MS, 'under_maintenance'],
      [NOW_MS + HOUR_MS, 'operational'],
    ] as const) {
      assert.equal(stateIn(factsWith({ incidents, nowMs }), 'api'), state)
    }
    assert.equal(indicatorOf(describeComponents(factsWith({ incidents }))), 'maintenance')
  })
})

describe('the summary for widgets', () => {
  it('has the fields of the Statuspage API', () => {
    const window = { fromMs: NOW_MS, untilMs: NOW_MS + HOUR_MS }
    const planned = incidentOf({ incidentId: 'm', window, components: ['gateway-jp'] })
    const ended = incidentOf({ incidentId: 'e', endedAtMs: NOW_MS - 1 })
    const facts = factsWith({ incidents: [incidentOf({}), planned, ended] })
    const url = 'https://backline.example/status'
    const documents = describeSummary({ ...facts, url, components: describeComponents(facts) })
    const {
      page,
      status,
      components,
      incidents,
      scheduled_maintenances: maintenance,
    } = documents.summary as Record<string, never> & {
      components: { id: string; status: string }[]
      incidents: Record<string, unknown>[]
      scheduled_maintenances: Record<string, unknown>[]
    }
    assert.deepEqual(page, {
      id: 'backline',
      name: 'Backline',
      url,
      time_zone: 'Etc/UTC',
      updated_at: '2026-11-22T12:00:00.000Z',
    })
    assert.deepEqual(status, { indicator: 'critical', description: 'Major Service Outage' })
    assert.equal(components.find(({ id }) => id === 'gateway-jp')?.status, 'under_maintenance')
    assert.deepEqual(
      incidents.map(({ id, impact, resolved_at: at }) => [id, impact, at]),
      [['i', 'critical', null]],
    )
    assert.deepEqual(
      maintenance.map(({ id, impact, scheduled_for: from, scheduled_until: until }) => [
        id,
        impact,
        from,
        until,
      ]),
      [['m', 'maintenance', '2026-11-22T12:00:00.000Z', '2026-11-22T13:00:00.000Z']],
    )
    assert.equal((documents.incidents as { incidents: object[] }).incidents.length, 2)
  })

  it('tells open, planned and active entries apart', () => {
    const planned = (incidentId: string, inHours: number) =>
      incidentOf({
        incidentId,
        window: { fromMs: NOW_MS + inHours * HOUR_MS, untilMs: NOW_MS + (inHours + 1) * HOUR_MS },
        updates: [{ updateId: 'u', atMs: NOW_MS - DAY_MS, state: 'scheduled', text: 'Planned.' }],
      })
    const facts = factsWith({
      incidents: [
        incidentOf({}),
        incidentOf({ incidentId: 'ended', endedAtMs: NOW_MS - 1 }),
        planned('now', 0),
        planned('later', 1),
        { ...planned('past', -2), endedAtMs: NOW_MS - HOUR_MS },
      ],
    })
    const documents = describeSummary({ ...facts, url: '', components: describeComponents(facts) })
    const idsIn = (name: keyof StatusDocuments, list: string) =>
      (documents[name] as Record<string, { id: string }[]>)[list]?.map(({ id }) => id)
    assert.deepEqual(idsIn('incidents/unresolved', 'incidents'), ['i'])
    const list = 'scheduled_maintenances'
    assert.deepEqual(idsIn('scheduled-maintenances/upcoming', list), ['later'])
    assert.deepEqual(idsIn('scheduled-maintenances/active', list), ['now'])
    assert.deepEqual(idsIn('scheduled-maintenances', list), ['now', 'later', 'past'])
  })
})

describe('the last 90 days', () => {
  it('count the time without data once, however many boards lack them', () => {
    const board = (id: string) => ({ region: 'jp', kind: 'event', id }) as const
    const gap = (fromMs: number, untilMs: number | undefined) =>
      ({ fromMs, untilMs, reason: 'timeout', failures: 1 }) as const
    const today = NOW_MS - 12 * HOUR_MS
    const watch = { board: board('1'), fromMs: today - 3 * DAY_MS, untilMs: undefined }
    const days = describeDays(
      [
        { board: board('1'), gap: gap(today - 2 * HOUR_MS, today + HOUR_MS) },
        { board: board('2'), gap: gap(today - HOUR_MS, today) },
        { board: board('2'), gap: gap(NOW_MS - HOUR_MS, undefined) },
      ],
      [{ watch } as never],
      NOW_MS,
    )
    const jp = days.get('jp') ?? []
    assert.equal(jp.length, STATUS_DAYS)
    assert.equal(jp[0]?.atMs, firstStatusDay(NOW_MS))
    assert.deepEqual(
      jp.slice(-5).map(({ gapMs }) => gapMs),
      [undefined, 0, 0, 2 * HOUR_MS, 2 * HOUR_MS],
    )
    assert.ok((days.get('kr') ?? []).every(({ gapMs }) => gapMs === undefined))
  })
})
