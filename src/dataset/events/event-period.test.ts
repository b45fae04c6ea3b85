import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  checkEventPeriod,
  eventPhase,
  reachedShare,
  shiftOfRepeat,
  type EventPeriod,
} from './event-period.ts'
import { growPoint, type Curve } from './growth.ts'

const LINE: Curve = [
  [0, 0],
  [1, 1],
]
const MINUTE = 60_000
const ONCE: EventPeriod = {
  startsAtMs: 1_000 * MINUTE,
  endsAtMs: 1_100 * MINUTE,
  repeatsMs: undefined,
  curve: LINE,
}
const AGAIN: EventPeriod = { ...ONCE, repeatsMs: 300 * MINUTE }

/**
 * Returns the points shown at each time in minutes, for a final 1,000; null when the board is
 * empty.
 */
function shown(period: EventPeriod, minutes: readonly number[]): (number | null)[] {
  return minutes.map((minute) => {
    const share = reachedShare(period, Math.round(minute * MINUTE))
    return share === undefined ? null : growPoint(1_000, share)
  })
}

test('a board is empty before the start, grows, and keeps its final points', () => {
  const minutes = [0, 999.999, 1_000, 1_050, 1_099, 1_100, 1_000_000]
  assert.deepEqual(shown(ONCE, minutes), [null, null, 0, 500, 990, 1_000, 1_000])
})

test('a repeating event starts at zero, and is empty in the second half of the gap', () => {
  const one = [1_000, 1_050, 1_100, 1_199.999, 1_200, 1_299.999]
  const points = [0, 500, 1_000, 1_000, null, null]
  for (const repeats of [0, 1, 2, 1_000]) {
    assert.deepEqual(
      shown(
        AGAIN,
        one.map((minute) => minute + repeats * 300),
      ),
      points,
    )
  }
  assert.deepEqual(shown(AGAIN, [999.999]), [null])
})

test('an event without a gap never ends', () => {
  const always: EventPeriod = { ...ONCE, repeatsMs: 100 * MINUTE }
  assert.deepEqual(shown(always, [1_000, 1_099, 1_100, 1_150]), [0, 990, 0, 500])
})

test('points change with the minute, and at the end to the millisecond', () => {
  assert.deepEqual(shown(ONCE, [1_010, 1_010.999, 1_011]), [100, 100, 110])
  const odd: EventPeriod = { ...ONCE, startsAtMs: ONCE.startsAtMs + 30_000, endsAtMs: 66_030_000 }
  assert.deepEqual(shown(odd, [1_000.499, 1_000.5, 1_000.999, 1_001]), [null, 0, 0, 5])
  assert.deepEqual(shown(odd, [1_100.499, 1_100.5]), [995, 1_000])
})

test('each repetition has the same three phases', () => {
  const times = fc.integer({ min: 0, max: 4e12 })
  const spans = fc.integer({ min: 1, max: 1e9 })
  fc.assert(
    fc.property(times, spans, fc.nat({ max: 1e9 }), times, (startsAtMs, lengthMs, gapMs, nowMs) => {
      const repeatsMs = lengthMs + gapMs
      const period = { startsAtMs, endsAtMs: startsAtMs + lengthMs, repeatsMs }
      const now = startsAtMs + nowMs
      assert.deepEqual(eventPhase(period, now), eventPhase(period, now + repeatsMs))
    }),
  )
})

test('a repeating event is shifted to the latest started repetition', () => {
  const shifts = [0n, 99n, 100n, 129n, 130n, 159n, 1_000n].map((now) =>
    shiftOfRepeat(100n, 30n, now),
  )
  assert.deepEqual(shifts, [0n, 0n, 0n, 0n, 30n, 30n, 900n])
})

test('an invalid period is rejected with the reason', () => {
  assert.equal(checkEventPeriod(AGAIN), AGAIN)
  for (const [change, reason] of [
    [{ startsAtMs: -1 }, /a start and a later end/],
    [{ endsAtMs: ONCE.startsAtMs }, /a start and a later end/],
    [{ endsAtMs: 1.5 }, /a start and a later end/],
    [{ repeatsMs: 99 * MINUTE }, /must not repeat before it has ended/],
    [{ repeatsMs: 2 ** 60 }, /must not repeat before it has ended/],
    [{ curve: [] }, /The curve of an event is not a list/],
  ] as const) {
    assert.throws(() => checkEventPeriod({ ...ONCE, ...change }), reason)
  }
})
