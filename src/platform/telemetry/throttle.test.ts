import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createThrottle } from './throttle.ts'

it('reports the first event at once, then one per interval with the number, each key by itself', () => {
  const clock = createManualClock(0)
  const throttle = createThrottle(clock, 60_000)
  assert.equal(throttle('a'), 1)
  assert.equal(throttle('a'), undefined)
  assert.equal(throttle('b'), 1)
  clock.advance(59_999)
  assert.equal(throttle('a'), undefined)
  clock.advance(1)
  assert.equal(throttle('a'), 3)
  clock.advance(60_000)
  assert.equal(throttle('a'), 1)
})
