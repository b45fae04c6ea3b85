import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GameEvent } from '../../../game/game-event.ts'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import type { AnnouncedRun, HistoryStore, RunQuery } from '../../history-store.ts'
import { findMovedRuns } from './find-moved-runs.ts'
import { createEventTransitions, openEventCalendar } from './event-calendar.ts'

const EVENT: GameEvent = {
  region: 'jp',
  id: '7',
  name: 'Summer',
  startsAtMs: 1_000,
  endsAtMs: 9_000,
}

/** A store that has these runs, and what was put into it, one list for each time. */
function createStore(kept: GameEvent[]) {
  const put: (readonly GameEvent[])[] = []
  return {
    kept,
    put,
    runs: async ({ region, endsAfterMs = 0, isLatestOfWatched = false, max }: RunQuery) =>
      kept
        .filter(
          (event) => event.region === region && event.endsAtMs > endsAfterMs && !isLatestOfWatched,
        )
        .slice(0, max)
        .map((event) => ({ ...event, number: 1, nextStartsAtMs: undefined })),
    putEvents: async (events: readonly AnnouncedRun[]) => {
      put.push(events)
      const from = new Set(events.map(({ id, movedFromMs }) => `${id} ${movedFromMs}`))
      const left = kept.findIndex(({ id, startsAtMs }) => from.has(`${id} ${startsAtMs}`))
      if (left >= 0) kept.splice(left, 1)
      for (const { movedFromMs: _, ...event } of events) {
        const at = kept.findIndex(
          ({ id, startsAtMs }) => `${id} ${startsAtMs}` === `${event.id} ${event.startsAtMs}`,
        )
        kept.splice(at < 0 ? kept.length : at, at < 0 ? 0 : 1, event)
      }
      return events
    },
  }
}

const open = (
  store: Pick<HistoryStore, 'runs' | 'putEvents'>,
  readEvents: () => Promise<readonly GameEvent[]>,
  nowMs = 5_000,
) => {
  const clock = createManualClock(nowMs)
  return openEventCalendar({ store, readEvents, lease: { epoch: 1 }, clock, sinceMs: nowMs })
}

describe('event calendar', () => {
  it('writes an event once, and again when its announced end changes', async () => {
    const store = createStore([])
    let announced = [EVENT]
    const calendar = await open(store, async () => announced)
    await calendar.renew()
    await calendar.renew()
    announced = [{ ...EVENT, endsAtMs: 12_000 }]
    await calendar.renew()
    assert.deepEqual(store.put, [[EVENT], announced])
    assert.deepEqual(calendar.events, announced)
  })

  it('writes the announced end again when an import changed it', async () => {
    const store = createStore([])
    const calendar = await open(store, async () => [EVENT])
    await calendar.renew()
    const elsewhere: GameEvent = { ...EVENT, id: '8' }
    store.kept.splice(0, 1, { ...EVENT, endsAtMs: 2_000 }, elsewhere)
    await calendar.renew()
    assert.deepEqual(store.kept, [EVENT, elsewhere])
    assert.deepEqual(calendar.events, [EVENT, elsewhere])
  })

  it('writes an announced run that an import added before, and drops runs that left the store', async () => {
    const store = createStore([EVENT])
    const calendar = await open(store, async () => [EVENT])
    await calendar.renew()
    await calendar.renew()
    // An import cannot claim what is announced here.
    assert.deepEqual(store.put, [[EVENT]])
    const other = { ...EVENT, id: '8' }
    store.kept.push(other)
    await calendar.renew()
    assert.deepEqual(calendar.events, [EVENT, other])
    store.kept.pop()
    await calendar.renew()
    assert.deepEqual(calendar.events, [EVENT])
    assert.equal(calendar.mayReset({ region: 'jp', kind: 'event', id: '8' }, 0, 1), false)
  })

  it('retains only runs that ended within the last day', async () => {
    const old = Array.from({ length: 50 }, (_, at) => ({ ...EVENT, id: `1${at}` }))
    const nowMs = EVENT.endsAtMs + 2 * 86_400_000
    const recent = { ...EVENT, startsAtMs: nowMs - 5_000, endsAtMs: nowMs - 1_000 }
    const calendar = await open(createStore([...old, recent]), async () => [], nowMs)
    assert.deepEqual(calendar.events, [recent])
  })
})

describe('a run that the game moves', () => {
  const nowMs = 500
  const moved = { ...EVENT, startsAtMs: 2_000, endsAtMs: 10_000 }

  it('is the same run with another start, not a second one', async () => {
    const store = createStore([])
    let announced = [EVENT]
    const calendar = await open(store, async () => announced, nowMs)
    await calendar.renew()
    announced = [moved]
    await calendar.renew()
    await calendar.renew()
    assert.deepEqual(store.put, [[EVENT], [{ ...moved, movedFromMs: 1_000 }]])
    assert.deepEqual(calendar.events, [moved])
  })

  it('is found by what is stored and announced, never among other events and reruns', () => {
    const other = { ...moved, id: '8' }
    const rerun = { ...EVENT, startsAtMs: 20_000, endsAtMs: 29_000 }
    const startsOf = (...lists: Parameters<typeof findMovedRuns>) =>
      [...findMovedRuns(...lists)].map(([to, from]) => [to.id, from.startsAtMs, to.startsAtMs])
    assert.deepEqual(startsOf([moved], [EVENT], nowMs), [['7', 1_000, 2_000]])
    // It was to start already: both periods overlap.
    assert.deepEqual(startsOf([moved], [EVENT], 1_500), [['7', 1_000, 2_000]])
    // Postponed beyond its end, before it started.
    assert.deepEqual(startsOf([rerun], [EVENT], nowMs), [['7', 1_000, 20_000]])
    assert.deepEqual(startsOf([rerun], [EVENT], 5_000), [], 'a rerun of a run that has started')
    assert.deepEqual(startsOf([EVENT, rerun], [EVENT], nowMs), [], 'a second announced run')
    assert.deepEqual(startsOf([other], [EVENT], nowMs), [])
    assert.deepEqual(startsOf([], [EVENT], nowMs), [])
    const both = [moved, { ...rerun, startsAtMs: 21_000 }]
    assert.deepEqual(startsOf(both, [EVENT, rerun], nowMs), [
      ['7', 1_000, 2_000],
      ['7', 20_000, 21_000],
    ])
  })
})

describe('event transitions', () => {
  const run = (id: string, startsAtMs: number, endsAtMs: number): GameEvent => ({
    region: 'jp',
    id,
    name: undefined,
    startsAtMs,
    endsAtMs,
  })

  it('are returned once each, in order, continuing where the previous process stopped', () => {
    const events = [run('b', 200, 300), run('a', 100, 200), run('old', 10, 50)]
    const turns = createEventTransitions(50)
    const told = (nowMs: number) =>
      turns(nowMs, events).map(({ liveEvent }) =>
        'event' in liveEvent ? `${liveEvent.type} ${liveEvent.event.id}` : '',
      )
    assert.deepEqual(told(99), [])
    assert.deepEqual(told(200), ['event.started a', 'event.started b', 'event.ended a'])
    // The clock was set back.
    assert.deepEqual(told(150), [])
    assert.deepEqual(told(200), [])
    assert.deepEqual(told(1_000), ['event.ended b'])
  })
})
