import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterShortIteration } from './short-iteration.ts'

/** Waits with iterations of these lengths, the last one repeated; returns how many passed. */
async function iterationsWaited(...lengthsMs: number[]): Promise<number> {
  let nowMs = 0
  let count = 0
  await afterShortIteration({ monotonicMs: () => nowMs }, () => {
    nowMs += lengthsMs[Math.min(count, lengthsMs.length - 1)] ?? 0
    count += 1
    return Promise.resolve()
  })
  return count
}

describe('waiting for a short iteration of the event loop', () => {
  it('ends with the first one of half a millisecond or less', async () => {
    assert.equal(await iterationsWaited(0.5), 1)
    assert.equal(await iterationsWaited(4, 0.6, 0.1), 3)
  })

  it('ends on a saturated event loop too', async () => {
    assert.equal(await iterationsWaited(5), 200)
  })
})
