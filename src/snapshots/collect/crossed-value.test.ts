import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { crossedValue } from './crossed-value.ts'

test('the greatest round number on the way is told, once', () => {
  for (const [before, now, crossed] of [
    [999, 1_000, 1_000],
    [1_000, 1_000, undefined],
    [1_000, 1_999, undefined],
    [1_999, 2_000, 2_000],
    [950, 120_000, 100_000],
    [1_999_999, 2_345_678, 2_000_000],
    [0, 999, undefined],
    [5_000, 4_000, undefined],
  ] as const) {
    assert.equal(crossedValue(before, now), crossed, `${before} to ${now}`)
  }
})

test('however points grow, each round number is told at most once, and none that was not reached', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1e9 }), { maxLength: 50 }), (steps) => {
      const told: number[] = []
      let points = 0
      for (const step of steps) {
        const crossed = crossedValue(points, points + step)
        points += step
        if (crossed === undefined) continue
        assert.ok(crossed <= points && /^[1-9]0{3,}$/.test(String(crossed)))
        told.push(crossed)
      }
      assert.equal(new Set(told).size, told.length)
    }),
  )
})
