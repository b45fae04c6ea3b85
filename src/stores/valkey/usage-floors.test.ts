import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createUsageFloors } from './usage-floors.ts'

describe('day counts that are kept apart', () => {
  it('are given up a second after closing when the database hangs', async () => {
    const clock = createManualClock(0)
    let written = 0
    const floors = createUsageFloors({
      clock,
      usage: {
        read: async () => 0,
        write: (rows) => {
          written += rows.length
          return new Promise(() => {})
        },
      },
      onRead: () => {},
      onFailed: () => {},
    })
    floors.note('ann', { index: 7, count: 3 })
    let closed = false
    const closing = floors.close(1_000).then(() => (closed = true))
    clock.advance(999)
    await new Promise(setImmediate)
    assert.deepEqual([closed, written], [false, 1])
    clock.advance(1)
    await closing
    assert.equal(clock.pending, 0)
  })
})
