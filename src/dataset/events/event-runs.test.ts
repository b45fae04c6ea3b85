import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { eventPhase } from './event-period.ts'
import { runsOf } from './event-runs.ts'

test('an event without repetition has one run at any time', () => {
  const once = { startsAtMs: 100, endsAtMs: 200, repeatsMs: undefined }
  for (const nowMs of [0, 150, 1_000]) {
    assert.deepEqual(runsOf(once, nowMs), [{ startsAtMs: 100, endsAtMs: 200 }])
  }
})

test('a repeating event has its current run and the next one', () => {
  const times = fc.integer({ min: 0, max: 4e12 })
  const spans = fc.integer({ min: 1, max: 1e9 })
  fc.assert(
    fc.property(
      times,
      spans,
      fc.nat({ max: 1e9 }),
      fc.nat({ max: 4e12 }),
      (start, length, gap, at) => {
        const period = { startsAtMs: start, endsAtMs: start + length, repeatsMs: length + gap }
        const [now, next] = runsOf(period, at)
        assert.ok(now !== undefined && next !== undefined)
        assert.equal(next.startsAtMs - now.startsAtMs, period.repeatsMs)
        assert.ok(at < next.startsAtMs || at < start)
        const goesOn = now.startsAtMs <= at && at < now.endsAtMs
        assert.equal(goesOn, eventPhase(period, at).phase === 'running')
      },
    ),
  )
})
