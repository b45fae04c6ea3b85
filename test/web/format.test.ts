import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFormat } from '../../web/words/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const format = createFormat('en', 'Asia/Tokyo')

describe('how long ago or in how long', () => {
  it('is rounded: what was just given 90 days ends in 90 days', () => {
    assert.equal(format.relative(90 * DAY - 1), 'in 90 days')
    assert.equal(format.relative(89.6 * DAY), 'in 90 days')
    assert.equal(format.relative(89.4 * DAY), 'in 89 days')
    assert.equal(format.relative(-(3 * HOUR + MINUTE)), '3 hours ago')
  })

  it('is said in the larger unit as soon as it would round to one of it', () => {
    const cases = [
      [DAY - 1, 'in 1 day'],
      [23.4 * HOUR, 'in 23 hours'],
      [HOUR - 1, 'in 1 hour'],
      [59.4 * MINUTE, 'in 59 minutes'],
      [-(MINUTE - 1), '1 minute ago'],
      [-59_400, '59 seconds ago'],
      [-1, '0 seconds ago'],
    ] as const
    for (const [ms, said] of cases) assert.equal(format.relative(ms), said)
  })
})
