import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Backoff } from './backoff.ts'

const LIMITS = { firstMs: 100, maxMs: 500 }

describe('a back-off', () => {
  it('doubles its delays up to the maximum, and starts again after a success', () => {
    const backoff = new Backoff({ ...LIMITS, seed: 'one' })
    const assertDelays = () => {
      for (const ceilingMs of [100, 200, 400, 500, 500]) {
        const delayMs = backoff.nextMs()
        assert.ok(delayMs >= ceilingMs / 2 && delayMs < ceilingMs, `${delayMs} of ${ceilingMs} ms`)
      }
    }
    assertDelays()
    backoff.reset()
    assertDelays()
  })

  it('spreads the attempts of those that fail at the same time', () => {
    const delays = Array.from({ length: 100 }, (_, nth) =>
      new Backoff({ ...LIMITS, seed: `node ${nth}` }).nextMs(),
    )
    // Ten parts of the range, each with some of a hundred delays.
    const parts = new Set(delays.map((delayMs) => Math.floor((delayMs - 50) / 5)))
    assert.equal(parts.size, 10)
  })

  it('does not repeat the delays of the last failures', () => {
    const backoff = new Backoff({ ...LIMITS, seed: 'one' })
    const first = backoff.nextMs()
    backoff.reset()
    assert.notEqual(backoff.nextMs(), first)
  })
})
