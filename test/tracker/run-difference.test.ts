import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastPoint, runDifference } from '../../web/tracker/compare/run-difference.ts'
import type { TimelineEntry } from '../../web/tracker/data/parse-message.ts'

const HOUR = 3_600_000
const at = (hour: number, points: number | undefined): TimelineEntry => ({
  atMs: hour * HOUR,
  points: new Map([[100, points]]),
})
const gap = (from: number, until: number): TimelineEntry => ({
  gap: { fromMs: from * HOUR, untilMs: until * HOUR, reason: 'maintenance' },
})

describe('a rank against another run', () => {
  // 100 points an hour, with a gap from 4 to 6.
  const other = [at(0, 0), at(2, 200), at(4, 400), gap(4, 6), at(6, 600), at(8, 800)]
  const difference = (hour: number, points: number) =>
    runDifference({ atMs: hour * HOUR, points }, 100, other)

  it('has a difference in points, in percent and in hours at the same time', () => {
    assert.deepEqual(difference(3, 330), {
      theirs: 300,
      points: 30,
      part: 0.1,
      aheadMs: 0.3 * HOUR,
    })
    assert.deepEqual(difference(3, 150), {
      theirs: 300,
      points: -150,
      part: -0.5,
      aheadMs: -1.5 * HOUR,
    })
    assert.deepEqual(difference(8, 800), { theirs: 800, points: 0, part: 0, aheadMs: 0 })
  })

  it('has none where the other run has a gap, has ended or never had the rank', () => {
    assert.equal(difference(5, 500), undefined)
    assert.equal(difference(9, 500), undefined)
    assert.equal(runDifference({ atMs: HOUR, points: 5 }, 7, other), undefined)
  })

  it('has no hours where the other run never had the points, or had them first in a gap', () => {
    assert.equal(difference(8, 900)?.aheadMs, undefined)
    assert.equal(difference(3, 500)?.aheadMs, undefined)
  })

  it('has no percentage of nothing', () => {
    assert.equal(difference(0, 10)?.part, undefined)
  })

  it('is measured at its newest snapshot with a player', () => {
    assert.deepEqual(lastPoint(100, [...other, at(9, undefined)]), { atMs: 8 * HOUR, points: 800 })
    assert.equal(lastPoint(1, other), undefined)
  })
})
