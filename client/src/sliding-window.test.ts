import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventClock } from './event-clock-for-tests.ts'
import { Pace } from './pace.ts'
import type { LimitSample } from './read-limits.ts'
import { SlidingWindow } from './sliding-window.ts'

const SAMPLE = { limit: 3, left: undefined, lengthMs: 60_000, endsInMs: undefined }

describe('a sliding window', () => {
  it('has room again a whole period after the response of its oldest request', () => {
    const window = new SlidingWindow(SAMPLE, 60_000)
    const settled = { alone: false, charged: true, open: 1 }
    for (const sentAtMs of [0, 10, 20]) window.send(sentAtMs)
    assert.deepEqual([window.left, window.opensAtMs(0)], [0, 60_000])
    window.settle({ ...settled, sentAtMs: 0, receivedAtMs: 500 }, SAMPLE)
    assert.deepEqual([window.opensAtMs(0), window.opensAtMs(2)], [60_010, 60_500])
    assert.equal(window.opensAtMs(3), 120_010)
    window.turn(60_010)
    assert.equal(window.left, 1)
  })

  it('forgets a request that was not counted', () => {
    const window = new SlidingWindow(SAMPLE, 60_000)
    window.send(5)
    const settled = { sentAtMs: 5, receivedAtMs: 9, alone: true, charged: false, open: 1 }
    window.settle(settled, undefined)
    assert.equal(window.left, 3)
  })

  it('keeps any period of a minute within the limit, wherever the minutes of the server start', async () => {
    for (const startMs of [0, 20_000, 59_000]) {
      const clock = createEventClock(startMs)
      const pace = new Pace({ clock, pacing: 'burst', concurrencyMax: 4 })
      const samples = new Map<string, LimitSample>([
        ['minute', { ...SAMPLE, limit: 20 }],
        ['concurrency', { limit: 8, left: undefined, lengthMs: undefined, endsInMs: undefined }],
      ])
      const arrivals: number[] = []
      const work = async (): Promise<void> => {
        const ticket = await pace.enter(new AbortController().signal, () => {})
        await new Promise<void>((resolve) => clock.after(70, resolve))
        arrivals.push(clock.nowMs())
        await new Promise<void>((resolve) => clock.after(30, resolve))
        pace.leave(ticket, { fate: 'answered', samples })
        return work()
      }
      for (let worker = 0; worker < 6; worker += 1) void work()
      await clock.runUntil(startMs + 300_000)
      for (const [at, arrivedAtMs] of arrivals.entries()) {
        const before = arrivals[at - 20]
        assert.ok(before === undefined || arrivedAtMs - before >= 60_000)
      }
      assert.ok(arrivals.length >= 95, `${arrivals.length} requests in five minutes`)
    }
  })
})
