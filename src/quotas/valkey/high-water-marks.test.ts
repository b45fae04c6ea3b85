import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createHighWaterMarkStore } from './high-water-marks.ts'

describe('the high-water mark store', () => {
  it('closes within a second when the database hangs', async () => {
    const clock = createManualClock(0)
    let written = 0
    const highWaterMarks = createHighWaterMarkStore({
      clock,
      usage: {
        read: async () => 0,
        readDay: async () => [],
        write: (rows) => {
          written += rows.length
          return new Promise(() => {})
        },
      },
      onRead: () => {},
      onFailed: () => {},
    })
    highWaterMarks.note('ann', { index: 7, count: 3 })
    let closed = false
    const closing = highWaterMarks.close(1_000).then(() => (closed = true))
    clock.advance(999)
    await new Promise(setImmediate)
    assert.deepEqual([closed, written], [false, 1])
    clock.advance(1)
    await closing
    assert.equal(clock.pending, 0)
  })
})
