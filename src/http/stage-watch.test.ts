import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { StageWatch } from './stage-watch.ts'

describe('the watch of a request', () => {
  const times = (stages: number, writeMs: number) => {
    const clock = createManualClock(0)
    const watch = new StageWatch(clock)
    for (let stage = 1; stage <= stages; stage += 1) {
      clock.advance(stage)
      watch.over()
    }
    clock.advance(writeMs)
    return watch.end(clock.monotonicMs())
  }

  it('times each stage from the end of the one before, and writing from the last', () => {
    assert.deepEqual(times(3, 10), { identify: 1, admit: 2, respond: 3, write: 10 })
  })

  it('has no time for stages that a request never came to', () => {
    assert.deepEqual(times(0, 10), {
      identify: undefined,
      admit: undefined,
      respond: undefined,
      write: 10,
    })
    assert.deepEqual(times(1, 7), {
      identify: 1,
      admit: undefined,
      respond: undefined,
      write: 7,
    })
  })

  it('begins no further stage behind the last', () => {
    assert.deepEqual(times(4, 10), { identify: 1, admit: 2, respond: 3, write: 10 })
  })
})
