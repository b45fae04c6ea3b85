import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { seededOrder } from './seeded-order.ts'
import { createSeededRandom } from '../platform/text/seeded-random.ts'

function orderOf(seed: number, count: number): number[] {
  const numberAt = seededOrder(createSeededRandom(seed, 'order'), count)
  return Array.from({ length: count }, (_, place) => numberAt(place))
}

test('the order is a permutation for any seed and count', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 1_200 }), (seed, count) => {
      const sorted = orderOf(seed, count).toSorted((left, right) => left - right)
      assert.deepEqual(
        sorted,
        Array.from({ length: count }, (_, number) => number),
      )
    }),
  )
})

test('equal seeds give equal orders, and different seeds different ones', () => {
  assert.deepEqual(orderOf(1, 500), orderOf(1, 500))
  assert.notDeepEqual(orderOf(1, 500), orderOf(2, 500))
})

test('neighboring numbers are spread over the order', () => {
  const order = orderOf(3, 10_000)
  for (const first of [0, 2_500, 5_000, 7_500]) {
    const places = order.slice(first, first + 2_500)
    const low = places.filter((number) => number < 5_000).length
    assert.ok(low > 1_100 && low < 1_400, String(low))
  }
})
