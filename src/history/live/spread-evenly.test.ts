import assert from 'node:assert/strict'
import { it } from 'node:test'
import { spreadEvenly } from './spread-evenly.ts'

it('spreadEvenly fills each tenth of its range equally', () => {
  for (const count of [10, 1_000]) {
    const tenths = Array.from({ length: 10 }, () => 0)
    for (let nth = 1; nth <= count; nth += 1) {
      const value = spreadEvenly(nth, 2_000, 7_000)
      assert.ok(Number.isInteger(value) && value >= 2_000 && value <= 7_000)
      const tenth = Math.min(9, Math.floor((value - 2_000) / 500))
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    for (const each of tenths) assert.ok(Math.abs(each - count / 10) <= 2, `${each} of ${count}`)
  }
})
