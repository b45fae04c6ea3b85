import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { goalsOf, parsePoints, ranksAround } from '../../web/tracker/standing/standing.ts'

const HOUR = 3_600_000
const RANKS = [
  { rank: 1, points: 10_000, perHour: 500 },
  { rank: 100, points: 2_000, perHour: 100 },
  { rank: 1_000, points: 300, perHour: undefined },
]

describe('own points against the cutoffs', () => {
  it('need what the rank has at the end, spread over the time left', () => {
    const [first, hundredth, last] = goalsOf(RANKS, { points: 1_000, perHour: 300 }, 10 * HOUR)
    assert.deepEqual(first, {
      rank: 1,
      missing: 9_000,
      final: 15_000,
      neededPerHour: 1_400,
      reachedInMs: undefined,
    })
    // 1,000 behind, 200 an hour faster.
    assert.deepEqual(hundredth, {
      rank: 100,
      missing: 1_000,
      final: 3_000,
      neededPerHour: 200,
      reachedInMs: 5 * HOUR,
    })
    assert.deepEqual(last, {
      rank: 1_000,
      missing: -700,
      final: undefined,
      neededPerHour: undefined,
      reachedInMs: 0,
    })
  })

  it('are never said to reach a rank after the end, or without a faster speed', () => {
    const reached = (perHour: number | undefined, hours: number) =>
      goalsOf(RANKS, { points: 1_000, perHour }, hours * HOUR)[1]?.reachedInMs
    assert.equal(reached(300, 4), undefined)
    assert.equal(reached(100, 10), undefined)
    assert.equal(reached(undefined, 10), undefined)
    assert.equal(goalsOf(RANKS, { points: 9_999_999, perHour: 0 }, HOUR)[0]?.neededPerHour, 0)
    assert.equal(goalsOf(RANKS, { points: 1, perHour: 1 }, -5)[0]?.neededPerHour, undefined)
  })

  it('stand between the nearest known ranks, of ties the better one', () => {
    const around = (points: number) => {
      const { above, below } = ranksAround(RANKS, points)
      return [above?.rank, below?.rank]
    }
    assert.deepEqual(around(10_001), [undefined, 1])
    assert.deepEqual(around(10_000), [undefined, 1])
    assert.deepEqual(around(2_500), [1, 100])
    assert.deepEqual(around(5), [1_000, undefined])
    assert.deepEqual(ranksAround([], 5), { above: undefined, below: undefined })
  })

  it('are read with the separators and digits that people paste', () => {
    for (const text of [
      '1234567',
      '1,234,567',
      '1 234 567',
      '1.234.567',
      '１，２３４，５６７',
      "1'234'567",
    ]) {
      assert.equal(parsePoints(text), 1_234_567, text)
    }
    for (const text of ['', ' ', '-5', '1e5', 'many', '1234567890123']) {
      assert.equal(parsePoints(text), undefined, text)
    }
  })
})
