import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ChartGap, ChartLine } from '../../web/tracker/chart/chart-props.ts'
import { dayMarks } from '../../src/history/charts/day-marks.ts'
import { pinchedRange } from '../../web/tracker/chart/plot/follow-pointer.ts'
import { speedLine } from '../../web/tracker/chart/speed-line.ts'
import { seededNumbers } from '../../web/tracker/event/seeded-numbers.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

function lineOf(points: ChartLine['points']): ChartLine {
  return { key: '100', label: '100', rank: 100, color: 2, points }
}

describe('points per hour', () => {
  const steady = Array.from({ length: 13 }, (_, at) => ({
    atMs: at * 15 * MINUTE,
    points: at * 50,
  }))

  it('are the growth of the last hour, and unknown in the first', () => {
    const { points } = speedLine(lineOf(steady), [])
    assert.deepEqual(
      points.map(({ atMs, points: value }) => [atMs / MINUTE, value]),
      [60, 75, 90, 105, 120, 135, 150, 165, 180].map((minute) => [minute, 200]),
    )
  })

  it('use a longer time where snapshots are further apart', () => {
    const sparse = [0, 6, 12].map((hour) => ({ atMs: hour * HOUR, points: hour * 10 }))
    assert.deepEqual(
      speedLine(lineOf(sparse), []).points.map(({ points }) => points),
      [10, 10],
    )
  })

  it('are never measured over a gap or a time without a player', () => {
    const gap: ChartGap = { fromMs: 61 * MINUTE, untilMs: 74 * MINUTE, reason: 'maintenance' }
    const after = speedLine(lineOf(steady), [gap]).points.filter(({ atMs }) => atMs > gap.fromMs)
    assert.deepEqual(
      after.map(({ atMs }) => atMs / MINUTE),
      [135, 150, 165, 180],
    )
    const unheld = steady.map((point, at) => (at === 5 ? { ...point, points: undefined } : point))
    assert.deepEqual(
      speedLine(lineOf(unheld), []).points.map(({ atMs, points }) => [atMs / MINUTE, points]),
      [
        [60, 200],
        [75, undefined],
        [150, 200],
        [165, 200],
        [180, 200],
      ],
    )
  })
})

describe('nights and daily resets', () => {
  it('are those of the region, in order, and none over more days than can be told apart', () => {
    const fromMs = Date.UTC(2026, 10, 20)
    const { nights, resets } = dayMarks('jp', { fromMs, untilMs: fromMs + 2 * 24 * HOUR })
    // Midnight in Tokyo is at 15:00 UTC.
    assert.deepEqual(
      nights.map((night) => [(night.fromMs - fromMs) / HOUR, (night.untilMs - fromMs) / HOUR]),
      [
        [15, 21],
        [39, 45],
      ],
    )
    assert.deepEqual(
      resets.map((atMs) => (atMs - fromMs) / HOUR),
      [19, 43],
    )
    assert.deepEqual(dayMarks('en', { fromMs, untilMs: fromMs + 90 * 24 * HOUR }).nights, [])
    assert.deepEqual(dayMarks('kr', { fromMs: Infinity, untilMs: -Infinity }).resets, [])
  })
})

describe('two fingers', () => {
  it('hold the times below them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 160, max: 300 }),
        (first, second) => {
          const view = pinchedRange([1_000, 3_000], [first, second], 300)
          assert.ok(view !== undefined)
          const perPx = (view.untilMs - view.fromMs) / 300
          assert.ok(Math.abs(view.fromMs + first * perPx - 1_000) < 0.01)
          assert.ok(Math.abs(view.fromMs + second * perPx - 3_000) < 0.01)
        },
      ),
    )
    assert.equal(pinchedRange([1_000, 3_000], [10, 12], 300), undefined)
    assert.equal(pinchedRange([1_000, 3_000], [200, 100], 300), undefined)
  })
})

describe('the numbers behind a color field', () => {
  it('depend on the seed only', () => {
    const take = (seed: string) => Array.from({ length: 5 }, seededNumbers(seed))
    assert.deepEqual(take('jp/event/1'), take('jp/event/1'))
    assert.notDeepEqual(take('jp/event/1'), take('jp/event/2'))
    assert.ok(take('x').every((one) => one >= 0 && one < 1))
  })
})
