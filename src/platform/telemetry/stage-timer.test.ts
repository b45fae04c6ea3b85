import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { StageTimer } from './stage-timer.ts'

describe('the timer of a request', () => {
  const times = (stages: number, writeMs: number) => {
    const clock = createManualClock(0)
    const timer = new StageTimer(clock)
    for (let stage = 1; stage <= stages; stage += 1) {
      clock.advance(stage)
      timer.endStage()
    }
    clock.advance(writeMs)
    return timer.end(clock.monotonicMs())
  }

  it('times each stage from the end of the previous one, and writing from the last', () => {
    assert.deepEqual(times(3, 10), { identify: 1, admit: 2, respond: 3, write: 10 })
  })

  it('has no duration for stages that a request did not reach', () => {
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

  it('starts no stage after the last', () => {
    assert.deepEqual(times(4, 10), { identify: 1, admit: 2, respond: 3, write: 10 })
  })
})
