import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { GAME_TIME_BOUNDS } from '../game/game-clock.ts'
import { REGIONS } from '../game/region.ts'
import { DEMO_EVENT_MS, demoTimetable } from './demo-calendar.ts'
import { demoCurve } from './content/demo-curve.ts'
import { DEMO_IDS } from './demo-ids.ts'
import { curveProblem, growPoint, shareAt } from '../dataset/events/growth.ts'
import { createSeededRandom } from '../platform/text/seeded-random.ts'

const times = fc.integer({ min: GAME_TIME_BOUNDS.minMs, max: GAME_TIME_BOUNDS.maxMs })

test('at any game time one event runs, one has ended and one is upcoming', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REGIONS), times, (region, gameMs) => {
      const { running, ended, upcoming: coming } = demoTimetable(region, gameMs)
      assert.deepEqual([running, ended, coming].toSorted(), DEMO_IDS[region].events.rotating)
    }),
  )
})

test('the running event changes exactly at the scheduled millisecond', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REGIONS), times, (region, gameMs) => {
      const now = demoTimetable(region, gameMs)
      assert.ok(now.changesAtMs > gameMs && now.changesAtMs <= gameMs + DEMO_EVENT_MS)
      assert.deepEqual(demoTimetable(region, now.changesAtMs - 1), now)
      const { running, ended } = demoTimetable(region, now.changesAtMs)
      assert.deepEqual([running, ended], [now.upcoming, now.running])
    }),
  )
})

test('every curve starts slowly, has a wave each day and ends in a rush', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const curve = demoCurve(createSeededRandom(seed, 'curve'))
    assert.equal(curveProblem(curve), undefined)
    const reached = (day: number) => growPoint(1_000, shareAt(curve, day * 24, 7 * 24))
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => reached(day + 1) - reached(day))
    const [first = 0, last = 0] = [days[0], days[6]]
    assert.ok(first < 1_000 / 10, `first day ${first}`)
    assert.ok(last > 1_000 / 4, `last day ${last}`)
    for (const day of [0, 1, 2, 3, 4, 5]) {
      const [afternoon, evening, night] = [0, 6, 12].map((hour) => reached(day + hour / 24))
      assert.ok((evening ?? 0) - (afternoon ?? 0) > (reached(day + 18 / 24) - (night ?? 0)) * 2)
    }
  }
})
