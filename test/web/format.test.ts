import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time/time-units.ts'
import { createFormat } from '../../web/shared/i18n/format.ts'

const format = createFormat('en', 'Asia/Tokyo')

describe('a number with its sign', () => {
  it('has a minus sign, not a hyphen, in every language', () => {
    for (const lang of ['en', 'ja', 'ko', 'zh-Hans', 'zh-Hant']) {
      const numbers = createFormat(lang, 'UTC')
      assert.deepEqual(
        [-5, 5, 0].map((value) => numbers.change(value)),
        ['−5', '+5', '0'],
      )
      assert.equal(numbers.percent(-0.215), '−21.5%')
      assert.match(numbers.compactChange(-20_500), /^−2/)
    }
  })
})

describe('how long ago or in how long', () => {
  it('is rounded: what was just given 90 days ends in 90 days', () => {
    assert.equal(format.relative(90 * DAY_MS - 1), 'in 90 days')
    assert.equal(format.relative(89.6 * DAY_MS), 'in 90 days')
    assert.equal(format.relative(89.4 * DAY_MS), 'in 89 days')
    assert.equal(format.relative(-(3 * HOUR_MS + MINUTE_MS)), '3 hours ago')
  })

  it('is said in the larger unit as soon as it would round to one of it', () => {
    const cases = [
      [DAY_MS - 1, 'in 1 day'],
      [23.4 * HOUR_MS, 'in 23 hours'],
      [HOUR_MS - 1, 'in 1 hour'],
      [59.4 * MINUTE_MS, 'in 59 minutes'],
      [-(MINUTE_MS - 1), '1 minute ago'],
      [-59_400, '59 seconds ago'],
      [-1, '0 seconds ago'],
    ] as const
    for (const [ms, said] of cases) assert.equal(format.relative(ms), said)
  })
})
