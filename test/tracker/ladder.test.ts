import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MINUTE_MS } from '../../src/platform/time/time-units.ts'
import type { TimelineEntry } from '../../web/tracker/data/parse-message.ts'
import { boardAt } from '../../web/tracker/ladder/board-at.ts'
import { positionOfTime, timeOfPosition, timeSlider } from '../../web/tracker/ladder/time-slider.ts'

const START = Date.UTC(2026, 10, 20)

describe('the slider over time', () => {
  it('has a time for each position but the last, which is now', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 * 24 * 60 }), fc.nat(), (minutes, place) => {
        const slider = timeSlider(START, START + minutes * MINUTE_MS)
        assert.ok(slider)
        const position = place % (slider.last + 1)
        const atMs = timeOfPosition(slider, position)
        assert.equal(atMs === undefined, position === slider.last)
        assert.equal(positionOfTime(slider, atMs), position)
        assert.ok((atMs ?? START) < START + minutes * MINUTE_MS)
      }),
    )
  })

  it('does not exist without a time to choose', () => {
    assert.equal(timeSlider(START, START), undefined)
    assert.equal(timeSlider(START, START - 1), undefined)
    assert.equal(timeSlider(Number.NaN, START), undefined)
  })

  it('has each minute of a short run, and every fifth of a long one', () => {
    assert.equal(timeSlider(START, START + 120 * MINUTE_MS)?.last, 120)
    assert.equal(timeSlider(START, START + 7 * 24 * 60 * MINUTE_MS)?.last, (7 * 24 * 60) / 5)
  })
})

describe('the board of a timeline at a time', () => {
  const entries: readonly TimelineEntry[] = [
    {
      atMs: 10,
      points: new Map([
        [1, 100],
        [10, 50],
      ]),
    },
    {
      atMs: 20,
      points: new Map([
        [1, 120],
        [10, undefined],
      ]),
    },
    { gap: { fromMs: 20, untilMs: 40, reason: 'maintenance' } },
    { atMs: 40, points: new Map([[1, 130]]) },
  ]

  it('is the last snapshot before, with the ranks that nobody holds', () => {
    const { reading } = boardAt(entries, 20) ?? {}
    assert.equal(reading?.fetchedAtMs, 20)
    assert.deepEqual(reading.places, [{ rank: 1, points: 120, holders: [] }])
    assert.deepEqual(reading.unheld, [10])
    assert.equal(boardAt(entries, 19)?.reading?.fetchedAtMs, 10)
    assert.equal(boardAt(entries, 99)?.reading?.fetchedAtMs, 40)
  })

  it('is unknown in a gap, with the reason, and before the first snapshot', () => {
    assert.deepEqual(boardAt(entries, 30), {
      reading: undefined,
      gap: { fromMs: 20, untilMs: 40, reason: 'maintenance' },
    })
    assert.equal(boardAt(entries, 9), undefined)
  })
})
