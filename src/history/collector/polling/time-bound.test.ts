import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../../../test/harness/manual-clock.ts'
import type { Watch } from '../../../game/board-watch.ts'
import type { Region } from '../../../game/region.ts'
import type { HistoryObservation } from '../../observations.ts'
import { createTimeBound } from './time-bound.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

function createScene() {
  const clock = createManualClock(NOW)
  const observed: HistoryObservation[] = []
  const bound = createTimeBound(clock, (observation) => void observed.push(observation))
  return { clock, observed, bound }
}

const watchOf = (region: Region): Watch => ({
  board: { region, kind: 'event', id: '2001' },
  ranks: [1],
  cadenceMs: MINUTE,
  fromMs: undefined,
  untilMs: undefined,
  paused: false,
  origin: 'operator',
})
const dated = (fetchedAtMs: number) => ({ message: {}, fetchedAtMs, isDated: true })

test('a clock that nothing contradicts is believed', () => {
  const { clock, observed, bound } = createScene()
  clock.setWall(NOW + HOUR)
  assert.equal(bound.clock.nowMs(), NOW + HOUR)
  assert.equal(bound.isFuture(NOW + 2 * HOUR), false)
  assert.deepEqual(observed, [])
})

test("the store's clock bounds the time, and a change is observed once", () => {
  const { clock, observed, bound } = createScene()
  bound.addStoreTime(NOW, clock.monotonicMs())
  clock.advance(MINUTE)
  clock.setWall(NOW + MINUTE + 60_000)
  assert.equal(bound.clock.nowMs(), NOW + 2 * MINUTE, '60 s ahead are tolerated')
  assert.equal(bound.isFuture(NOW + 2 * MINUTE), false)
  clock.setWall(NOW + HOUR)
  assert.equal(bound.clock.nowMs(), NOW + MINUTE)
  assert.ok(bound.isFuture(NOW + HOUR))
  clock.advance(MINUTE)
  assert.equal(bound.clock.nowMs(), NOW + 2 * MINUTE)
  clock.setWall(NOW + 2 * MINUTE)
  assert.equal(bound.clock.nowMs(), NOW + 2 * MINUTE)
  assert.deepEqual(observed, [
    { type: 'collector.clock', state: 'ahead', aheadMs: HOUR - MINUTE },
    { type: 'collector.clock', state: 'right', aheadMs: 0 },
  ])
})

test('without a clock of the store, the median of the dated regions bounds the time', () => {
  const { clock, bound } = createScene()
  const clocks = [
    [watchOf('tw'), -HOUR],
    [watchOf('jp'), 0],
    [watchOf('en'), 20_000],
  ] as const
  for (let polls = 0; polls < 2; polls += 1) {
    for (const [watch, offsetMs] of clocks) {
      bound.addReply(watch, dated(NOW + clock.monotonicMs() + offsetMs))
    }
    clock.advance(MINUTE)
  }
  // The newest fetch is at most as old as the two polls are apart.
  const latestMs = NOW + 3 * MINUTE
  assert.equal(bound.isFuture(latestMs + 60_000), false)
  assert.ok(bound.isFuture(latestMs + 60_001))
  clock.setWall(NOW + HOUR)
  assert.equal(bound.clock.nowMs(), latestMs)
})

test('a gateway that caches does not make a correct clock look ahead', () => {
  const { clock, bound } = createScene()
  const watch = watchOf('jp')
  for (let minute = 0; minute < 60; minute += 1) {
    const nowMs = clock.nowMs()
    bound.addReply(watch, dated(nowMs - (nowMs % (20 * MINUTE)) - 5_000))
    assert.equal(bound.isFuture(nowMs), false, `minute ${minute}`)
    assert.equal(bound.clock.nowMs(), nowMs)
    clock.advance(MINUTE)
  }
})

test('a reply without a date states no time', () => {
  const { clock, bound } = createScene()
  for (let polls = 0; polls < 3; polls += 1) {
    bound.addReply(watchOf('jp'), { message: {}, fetchedAtMs: NOW - HOUR + polls })
    clock.advance(1)
  }
  assert.equal(bound.isFuture(clock.nowMs()), false)
})
