import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { curveProblem, growPoint, shareAt, type Curve } from './growth.ts'

const MILLION = 1_000_000
const shares = fc.integer({ min: 0, max: MILLION }).map((parts) => parts / MILLION)
const points = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const lengths = fc.integer({ min: 1, max: 10 ** 12 })

/** Any valid curve, including jumps and flat parts. */
const curves: fc.Arbitrary<Curve> = fc
  .array(fc.tuple(shares, shares), { maxLength: 12 })
  .map((inner) => {
    const [times, reached] = [0, 1].map((side) =>
      inner.map((pair) => pair[side] ?? 0).toSorted((left, right) => left - right),
    )
    const middle = inner.map((_, at) => [times?.[at] ?? 0, reached?.[at] ?? 0] as const)
    return [[0, 0], ...middle, [1, 1]]
  })

test('points never fall, are never negative and never exceed the final ones', () => {
  fc.assert(
    fc.property(curves, points, lengths, fc.array(shares), (curve, final, lengthMs, moments) => {
      let before = 0
      for (const moment of moments.toSorted((left, right) => left - right)) {
        const passedMs = Math.floor(moment * lengthMs)
        const point = growPoint(final, shareAt(curve, passedMs, lengthMs))
        assert.ok(Number.isSafeInteger(point) && point >= before && point <= final)
        before = point
      }
    }),
  )
})

test('growth preserves the order of players, and ties', () => {
  fc.assert(
    fc.property(
      curves,
      lengths,
      shares,
      fc.tuple(points, points),
      (curve, lengthMs, moment, [a, b]) => {
        const share = shareAt(curve, Math.floor(moment * lengthMs), lengthMs)
        const [least, most] = [Math.min(a, b), Math.max(a, b)]
        assert.ok(growPoint(least, share) <= growPoint(most, share))
      },
    ),
  )
})

test('the final points are reached exactly at the end, and stay', () => {
  fc.assert(
    fc.property(curves, points, lengths, fc.nat(), (curve, final, lengthMs, later) => {
      assert.equal(growPoint(final, shareAt(curve, lengthMs + later, lengthMs)), final)
    }),
  )
})

test('points are interpolated linearly and rounded down', () => {
  const curve: Curve = [
    [0, 0],
    [0.25, 0.1],
    [0.25, 0.3],
    [0.5, 0.3],
    [1, 1],
  ]
  const moments = [0, 1, 24, 25, 40, 50, 51, 75, 99, 100]
  assert.deepEqual(
    moments.map((passedMs) => growPoint(1_000, shareAt(curve, passedMs, 100))),
    [0, 4, 96, 300, 300, 300, 314, 650, 986, 1_000],
  )
})

test('points are exact up to the largest safe integer', () => {
  const line: Curve = [
    [0, 0],
    [1, 1],
  ]
  const max = Number.MAX_SAFE_INTEGER
  assert.equal(growPoint(max, shareAt(line, 1, 3)), 3_002_399_751_580_330)
  assert.equal(growPoint(max, shareAt(line, 2, 3)), 6_004_799_503_160_660)
  assert.equal(growPoint(max, shareAt(line, 10 ** 12 - 1, 10 ** 12)), max - 9_008)
})

test('valid curves are accepted, and others rejected with the reason', () => {
  fc.assert(fc.property(curves, (curve) => assert.equal(curveProblem(curve), undefined)))
  for (const [curve, problem] of [
    [undefined, /is not a list/],
    [[[0, 0]], /is not a list/],
    [[[0, 0], [0.5], [1, 1]], /is not a list/],
    [
      [
        [0, 0],
        [0.5, '0.5'],
        [1, 1],
      ],
      /is not a list/,
    ],
    [
      [
        [0, 0],
        [0.5, Number.NaN],
        [1, 1],
      ],
      /is not a list/,
    ],
    [
      [
        [0, 0],
        [0.5, 1.5],
        [1, 1],
      ],
      /is not a list/,
    ],
    [
      [
        [0, 0],
        [0.5, 0.123_456_7],
        [1, 1],
      ],
      /six decimals/,
    ],
    [
      [
        [0, 0.1],
        [1, 1],
      ],
      /from \[0,0\] to \[1,1\]/,
    ],
    [
      [
        [0, 0],
        [1, 0.9],
      ],
      /from \[0,0\] to \[1,1\]/,
    ],
    [
      [
        [0, 0],
        [0.5, 0.6],
        [0.7, 0.5],
        [1, 1],
      ],
      /falls/,
    ],
    [
      [
        [0, 0],
        [0.5, 0.5],
        [0.4, 0.6],
        [1, 1],
      ],
      /falls/,
    ],
  ] as const) {
    assert.match(curveProblem(curve) ?? '', problem, JSON.stringify(curve))
  }
})
