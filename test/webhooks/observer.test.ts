import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LiveEntry, LiveEvent } from '../../src/history/live-entry.ts'
import type { GameEvent } from '../../src/game/game-event.ts'
import type { WebhookObservation } from '../../src/webhooks/observations.ts'
import { Observer, type ObserverOptions } from '../../src/webhooks/observer.ts'
import { openOutboxScene } from './outbox-scene.ts'

const NOW = 1_800_000_000_000

const RUN: GameEvent = {
  region: 'jp',
  id: '7',
  name: 'Run',
  startsAtMs: NOW - 1_000,
  endsAtMs: NOW + 3_600_000,
}

/** An observer over a real outbox and a history that the test writes. */
async function openScene() {
  const scene = await openOutboxScene(NOW)
  const { clock, outbox, lease, accounts } = scene
  await scene.addWebhooks([['a', 'https://a.example/']])
  const entries: LiveEntry[] = []
  const runs: GameEvent[] = [RUN]
  const observed: WebhookObservation[] = []
  let isAway = false
  const history: ObserverOptions['history'] = {
    newestLive: async () => {
      if (isAway) throw new Error('The history is away.')
      return entries.length
    },
    liveAfter: async (region, seq, max) => ({
      entries: entries.filter((one) => one.region === region && one.seq > seq).slice(0, max),
      missed: false,
    }),
    events: async () => runs,
    series: async () => ({ series: [], gaps: [], nextFromMs: undefined }),
    predictions: async () => [],
    runs: async ({ region }) =>
      runs
        .filter((run) => run.region === region)
        .map((run) => ({ ...run, number: 1, nextStartsAtMs: undefined })),
    snapshot: async () => undefined,
    watches: async () => [],
    facts: async () => [],
  }
  const start = () =>
    new Observer({
      history,
      outbox,
      lease,
      clock,
      observe: (one) => void observed.push(one),
      readUsage: async () => undefined,
      speed: 1,
      onEnqueued: () => {},
      onLost: () => {},
    })
  return {
    ...scene,
    start,
    runs,
    observed,
    setAway: (away: boolean) => (isAway = away),
    add: (liveEvent: LiveEvent) =>
      entries.push({ seq: entries.length + 1, region: 'jp', atMs: clock.nowMs(), liveEvent }),
    told: async () =>
      (
        await accounts.tables.database
          .selectFrom('webhook_deliveries')
          .innerJoin('webhook_messages', 'webhook_messages.id', 'message_id')
          .select('content')
          .orderBy('seq')
          .execute()
      ).map(({ content }) => (JSON.parse(content) as { type: string }).type),
  }
}

describe('the observer of webhooks', () => {
  const STARTED: LiveEvent = { type: 'event.started', event: RUN }

  it('tells nothing from before its first look, and everything after it once', async () => {
    const scene = await openScene()
    scene.add(STARTED)
    const observer = scene.start()
    await scene.settle()
    assert.deepEqual(await scene.told(), [])
    scene.add({ ...STARTED, event: { ...RUN, startsAtMs: NOW + 1 } })
    await scene.pass(2_000)
    assert.deepEqual(await scene.told(), ['event.started'])
    await scene.pass(60_000)
    assert.deepEqual(await scene.told(), ['event.started'])
    await observer.end()
  })

  it('tells what happened while no process ran, and while the history was away', async () => {
    const scene = await openScene()
    const first = scene.start()
    await scene.settle()
    await first.end()
    scene.add(STARTED)
    scene.setAway(true)
    const second = scene.start()
    await scene.pass(5_000)
    assert.deepEqual(await scene.told(), [])
    assert.equal(scene.observed.filter(({ type }) => type === 'fault').length, 1)
    scene.setAway(false)
    await scene.pass(2_000)
    assert.deepEqual(await scene.told(), ['event.started'])
    await second.end()
  })

  it('tells of runs that become known, not of those that are known at the first look', async () => {
    const scene = await openScene()
    const filter = JSON.stringify({
      regions: ['jp'],
      events: [],
      conditions: [{ type: 'event.announced' }],
    })
    await scene.accounts.tables.database.updateTable('webhooks').set({ filter }).execute()
    scene.runs.push({ ...RUN, id: '8', startsAtMs: NOW + 86_400_000, endsAtMs: NOW + 9e7 })
    const observer = scene.start()
    await scene.pass(61_000)
    assert.deepEqual(await scene.told(), [])
    scene.runs.push({ ...RUN, id: '9', startsAtMs: NOW + 86_400_000, endsAtMs: NOW + 9e7 })
    await scene.pass(61_000)
    assert.deepEqual(await scene.told(), ['event.announced'])
    await observer.end()
  })

  it('tells of a collected rank, however many others webhooks name', async () => {
    const scene = await openScene()
    const named = Array.from({ length: 300 }, (_, at) => at + 1)
    const conditions = [...named, 1_000].map((rank) => ({ type: 'cutoff.passed', rank, points: 5 }))
    const filter = JSON.stringify({ regions: ['jp'], events: [], conditions })
    await scene.accounts.tables.database.updateTable('webhooks').set({ filter }).execute()
    const observer = scene.start()
    await scene.settle()
    const board = { region: 'jp', kind: 'event', id: RUN.id } as const
    const rows = [{ rank: 1_000, points: 5 }]
    scene.add({ type: 'snapshot', board, fetchedAtMs: NOW, rows })
    await scene.pass(2_000)
    assert.deepEqual(await scene.told(), ['cutoff.passed'])
    await observer.end()
  })

  it('notices a webhook that is added, and one that is removed', async () => {
    const scene = await openScene()
    const observer = scene.start()
    await scene.settle()
    const { database } = scene.accounts.tables
    await database.updateTable('webhooks').set({ state: 'removed', revision: 2 }).execute()
    await scene.pass(2_000)
    scene.add(STARTED)
    await scene.pass(2_000)
    assert.deepEqual(await scene.told(), [])
    await database.updateTable('webhooks').set({ state: 'active', revision: 3 }).execute()
    await scene.pass(2_000)
    scene.add(STARTED)
    await scene.pass(2_000)
    assert.deepEqual(await scene.told(), ['event.started'])
    await observer.end()
  })
})
