import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { watchSilence } from './silence.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const MINUTE = 60_000

test('readings in time, also a missed one, are no silence', () => {
  const clock = createManualClock(NOW)
  const silence = watchSilence(clock, NOW - 2 * MINUTE)
  assert.equal(silence.ended(MINUTE), undefined)
  clock.advance(2 * MINUTE)
  assert.equal(silence.ended(MINUTE), undefined)
})

test('before the first snapshot there is nothing to miss', () => {
  assert.equal(watchSilence(createManualClock(NOW), undefined).ended(MINUTE), undefined)
})

test('nobody collected while no process did, and while this one read nothing', () => {
  const clock = createManualClock(NOW)
  const silence = watchSilence(clock, NOW - 10 * MINUTE)
  assert.equal(silence.ended(MINUTE), 'not_collected')
  assert.equal(silence.ended(MINUTE), undefined)
  clock.advance(3 * MINUTE)
  assert.equal(silence.ended(MINUTE), 'not_collected')
})

test('where wall time alone has gone on, a clock was set; set back, it is silent', () => {
  const clock = createManualClock(NOW)
  const silence = watchSilence(clock, NOW - MINUTE)
  assert.equal(silence.ended(MINUTE), undefined)
  clock.advance(MINUTE)
  clock.setWall(NOW + 60 * MINUTE)
  assert.equal(silence.ended(MINUTE), 'clock')
  clock.advance(MINUTE)
  clock.setWall(NOW)
  assert.equal(silence.ended(MINUTE), undefined)
})

test('a watch that is read more often from now on was in time until now', () => {
  const clock = createManualClock(NOW)
  const silence = watchSilence(clock, NOW)
  assert.equal(silence.ended(60 * MINUTE), undefined)
  clock.advance(40 * MINUTE)
  assert.equal(silence.ended(MINUTE), undefined)
  clock.advance(3 * MINUTE)
  assert.equal(silence.ended(MINUTE), 'not_collected')
})
