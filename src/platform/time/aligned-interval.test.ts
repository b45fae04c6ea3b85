import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createAlignedInterval, shareOf } from './aligned-interval.ts'

test('the interval does not drift with slow tasks or changed clocks', () => {
  const times = fc.integer({ min: 0, max: 4e12 })
  const took = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 30 })
  const share = fc.double({ min: 0, max: 0.999, noNaN: true })
  fc.assert(
    fc.property(times, took, share, times, (nowMs, readings, at, setMs) => {
      const clock = createManualClock(nowMs)
      const nextMs = createAlignedInterval(clock, 60_000, at)
      for (const readingMs of readings) {
        clock.advance(nextMs())
        const wallMs = nowMs + clock.monotonicMs()
        const off = (((wallMs - at * 60_000) % 60_000) + 60_000) % 60_000
        assert.ok(Math.min(off, 60_000 - off) < 0.01, `${off} ms off`)
        clock.setWall(setMs)
        clock.advance(readingMs)
      }
    }),
  )
})

test('an early timer does not run a task twice in one period', () => {
  const clock = createManualClock(1_000_000)
  const nextMs = createAlignedInterval(clock, 60_000, 0)
  clock.advance(nextMs() - 3)
  assert.ok(Math.abs(nextMs() - 60_003) < 0.01)
})

test('phases are spread over the period', () => {
  const shares = Array.from({ length: 1_000 }, (_, at) => shareOf(`jp/event/${2_000 + at}`))
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const count = shares.filter((share) => Math.floor(share * 10) === tenth).length
    assert.ok(count > 60 && count < 140, `${count} of 1000 in tenth ${tenth}`)
  }
})
