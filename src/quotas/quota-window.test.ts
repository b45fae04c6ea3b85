import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dayWindow, minuteWindow, windowEndsInMs } from './quota-window.ts'
import { DAY_MS, MINUTE_MS } from '../platform/time/time-units.ts'

describe('a quota window', () => {
  it('ends at the next whole minute or UTC day, never at the current instant', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.constantFrom(MINUTE_MS, DAY_MS),
        (nowMs, length) => {
          const { index } = (length === MINUTE_MS ? minuteWindow : dayWindow)(
            { index: -1, count: 0 },
            nowMs,
          )
          const left = windowEndsInMs(index, length, nowMs)
          assert.ok(left > 0 && left <= length)
          assert.equal((nowMs + left) % length, 0)
        },
      ),
    )
  })

  it('survives a clock step back of up to ten minutes or one day and resets beyond that', () => {
    const minute = { index: 1_000, count: 3 }
    assert.equal(minuteWindow(minute, 1_000 * MINUTE_MS), minute)
    assert.equal(minuteWindow(minute, 990 * MINUTE_MS), minute)
    assert.deepEqual(minuteWindow(minute, 990 * MINUTE_MS - 1), { index: 989, count: 0 })
    assert.deepEqual(minuteWindow(minute, 1_001 * MINUTE_MS), { index: 1_001, count: 0 })
    const day = { index: 20_000, count: 3 }
    assert.equal(dayWindow(day, 19_999 * DAY_MS), day)
    assert.deepEqual(dayWindow(day, 19_999 * DAY_MS - 1), { index: 19_998, count: 0 })
  })
})
