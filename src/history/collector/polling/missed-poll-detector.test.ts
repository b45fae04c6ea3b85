import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import { detectMissedPolls } from './missed-poll-detector.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const MINUTE = 60_000

test('polls in time, and a single missed one, are not reported', () => {
  const clock = createManualClock(NOW)
  const missedPolls = detectMissedPolls(clock, NOW - 2 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), undefined)
  clock.advance(2 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), undefined)
})

test('nothing is missed before the first snapshot', () => {
  assert.equal(detectMissedPolls(createManualClock(NOW), undefined).check(MINUTE), undefined)
})

test('polls are missed while no process runs, and while this one does not poll', () => {
  const clock = createManualClock(NOW)
  const missedPolls = detectMissedPolls(clock, NOW - 10 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), 'not_collected')
  assert.equal(missedPolls.check(MINUTE), undefined)
  clock.advance(3 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), 'not_collected')
})

test('an advance of wall time alone is a clock gap; a clock set back is not reported', () => {
  const clock = createManualClock(NOW)
  const missedPolls = detectMissedPolls(clock, NOW - MINUTE)
  assert.equal(missedPolls.check(MINUTE), undefined)
  clock.advance(MINUTE)
  clock.setWall(NOW + 60 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), 'clock')
  clock.advance(MINUTE)
  clock.setWall(NOW)
  assert.equal(missedPolls.check(MINUTE), undefined)
})

test('a shortened cadence does not make the last poll late', () => {
  const clock = createManualClock(NOW)
  const missedPolls = detectMissedPolls(clock, NOW)
  assert.equal(missedPolls.check(60 * MINUTE), undefined)
  clock.advance(40 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), undefined)
  clock.advance(3 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), 'not_collected')
})

test('an outage of the store is the reason if the missed polls started with it, or if the recorder was full', () => {
  const clock = createManualClock(NOW)
  const lastMs = NOW - 10 * MINUTE
  assert.equal(detectMissedPolls(clock, lastMs, lastMs + MINUTE).check(MINUTE), 'store_unavailable')
  // Another process had stopped long before the outage.
  assert.equal(detectMissedPolls(clock, lastMs, lastMs + 5 * MINUTE).check(MINUTE), 'not_collected')
  const missedPolls = detectMissedPolls(clock, NOW)
  assert.equal(missedPolls.check(MINUTE), undefined)
  for (let minute = 0; minute < 5; minute += 1) {
    clock.advance(MINUTE)
    missedPolls.skip()
  }
  assert.equal(missedPolls.check(MINUTE), 'store_unavailable')
  clock.advance(5 * MINUTE)
  assert.equal(missedPolls.check(MINUTE), 'not_collected')
})
