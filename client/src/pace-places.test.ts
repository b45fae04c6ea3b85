import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventClock } from './event-clock-for-tests.ts'
import { Pace, type Ticket } from './pace.ts'
import type { LimitSample, LimitSamples } from './read-limits.ts'

/** What an answer says: so many of 100 left in a minute, and three places. */
function samples(left: number): LimitSamples {
  return new Map<string, LimitSample>([
    ['minute', { limit: 100, left, lengthMs: 60_000, endsInMs: 60_000 }],
    ['concurrency', { limit: 3, left: 2, lengthMs: undefined, endsInMs: undefined }],
  ])
}

/** A pace that knows its limits, of which so many are left, and what gets its tickets. */
async function start(left: number, concurrencyMax = Number.POSITIVE_INFINITY) {
  const clock = createEventClock(0)
  const pace = new Pace({ clock, pacing: 'burst', concurrencyMax })
  const tickets: Ticket[] = []
  const { signal } = new AbortController()
  const enter = (count: number) => {
    for (let at = 0; at < count; at += 1) {
      void pace.enter(signal, () => {}).then((ticket) => tickets.push(ticket))
    }
  }
  enter(1)
  await clock.runUntil(1)
  const take = () => tickets.shift() as Ticket
  pace.leave(take(), { fate: 'answered', samples: samples(left) })
  return { clock, pace, tickets, enter, take }
}

describe('the pace', () => {
  it('sends as many at one time as the server allows, and no more than is wanted', async () => {
    for (const [concurrencyMax, expected] of [
      [Number.POSITIVE_INFINITY, 3],
      [2, 2],
    ] as const) {
      const { clock, tickets, enter } = await start(99, concurrencyMax)
      enter(5)
      await clock.runUntil(10)
      assert.equal(tickets.length, expected)
    }
  })

  it('sends the last ones of a window one by one when others use it too', async () => {
    const { clock, pace, tickets, enter, take } = await start(2)
    enter(5)
    await clock.runUntil(10)
    assert.equal(tickets.length, 1)
    pace.leave(take(), { fate: 'answered', samples: samples(1) })
    await clock.runUntil(20)
    assert.equal(tickets.length, 1)
  })

  it('leaves the place of an abandoned request to the server for a second', async () => {
    const { clock, pace, tickets, enter, take } = await start(99, 1)
    enter(2)
    await clock.runUntil(10)
    pace.leave(take(), { fate: 'abandoned' })
    await clock.runUntil(1_009)
    assert.equal(tickets.length, 0)
    await clock.runUntil(1_011)
    assert.equal(tickets.length, 1)
  })

  it('lets everybody rest after a 429, and sends fewer at one time for a while', async () => {
    const { clock, pace, tickets, enter, take } = await start(99)
    enter(9)
    await clock.runUntil(10)
    pace.leave(take(), { fate: 'answered', samples: samples(96), restMs: 4_000 })
    pace.leave(take(), { fate: 'answered', samples: samples(96) })
    await clock.runUntil(4_009)
    assert.equal(tickets.length, 1)
    await clock.runUntil(4_011)
    assert.equal(tickets.length, 2)
  })
})
