import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { INSTANCES_MAX, shareOf } from './instance-shares.ts'
import { QUOTA_NAMES } from './quota.ts'

const limit = fc.integer({ min: 1, max: 1_000_000_000 })

describe('the shares of all instances', () => {
  it('add up to each limit exactly, and differ by at most 1', () => {
    fc.assert(
      fc.property(
        fc.record({ minute: limit, day: limit, concurrency: fc.integer({ min: 1, max: 100 }) }),
        fc.integer({ min: 1, max: INSTANCES_MAX }),
        (limits, count) => {
          const shares = Array.from({ length: count }, (_, at) =>
            shareOf(limits, { position: at + 1, count }),
          )
          for (const name of QUOTA_NAMES) {
            const parts = shares.map((share) => share[name])
            assert.equal(
              parts.reduce((sum, part) => sum + part, 0),
              limits[name],
            )
            assert.ok(Math.max(...parts) - Math.min(...parts) <= 1)
            assert.deepEqual(
              parts,
              parts.toSorted((one, other) => other - one),
            )
          }
        },
      ),
    )
  })
})
