import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GameEvent } from '../../domain/game-event.ts'
import { openCalendar } from './open-calendar.ts'

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
    events: async (region: string) => kept.filter((event) => event.region === region),
    putEvents: async (events: readonly GameEvent[]) => {
      put.push(events)
      for (const event of events) {
        const at = kept.findIndex(
          ({ id, startsAtMs }) => `${id} ${startsAtMs}` === `${event.id} ${event.startsAtMs}`,
        )
        kept.splice(at < 0 ? kept.length : at, at < 0 ? 0 : 1, event)
      }
      return events
    },
  }
}

describe('the calendar', () => {
  it('puts an event once, and again when it is announced to end at another time', async () => {
    const store = createStore([])
    let announced = [EVENT]
    const calendar = await openCalendar(store, async () => announced, { epoch: 1 })
    await calendar.renew()
    await calendar.renew()
    announced = [{ ...EVENT, endsAtMs: 12_000 }]
    await calendar.renew()
    assert.deepEqual(store.put, [[EVENT], announced])
    assert.deepEqual(calendar.events, announced)
  })

  it('says again what is announced here when somebody else has taken in another end of it', async () => {
    const store = createStore([])
    const calendar = await openCalendar(store, async () => [EVENT], { epoch: 1 })
    await calendar.renew()
    const elsewhere: GameEvent = { ...EVENT, id: '8' }
    store.kept.splice(0, 1, { ...EVENT, endsAtMs: 2_000 }, elsewhere)
    await calendar.renew()
    assert.deepEqual(store.kept, [EVENT, elsewhere])
    assert.deepEqual(calendar.events, [EVENT, elsewhere])
  })
})
