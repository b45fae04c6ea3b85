import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createEventLoopClock } from './event-loop-clock.ts'

function open() {
  const manual = createManualClock(0)
  const clock = createEventLoopClock(manual)
  const called: string[] = []
  const after = (ms: number) => clock.after(ms, () => called.push(`${ms} ms`))
  return { manual, clock, called, after }
}

describe('a clock for deadlines of replies', () => {
  it('runs like its source while the event loop is in time', () => {
    const { manual, clock, called, after } = open()
    after(85)
    manual.advance(84)
    assert.deepEqual(called, [])
    manual.advance(1)
    assert.deepEqual(called, ['85 ms'])
    assert.equal(clock.monotonicMs(), 85)
  })

  it('counts an iteration of the event loop for at most 20 ms', () => {
    const { manual, clock, called, after } = open()
    after(85)
    for (let iteration = 0; iteration < 4; iteration += 1) manual.stall(300)
    assert.deepEqual([called, clock.monotonicMs()], [[], 80])
    manual.advance(5)
    assert.deepEqual(called, ['85 ms'])
  })

  it('counts short iterations in full', () => {
    const { manual, called, after } = open()
    after(85)
    for (let iteration = 0; iteration < 5; iteration += 1) manual.stall(16)
    assert.deepEqual(called, [])
    manual.stall(16)
    assert.deepEqual(called, ['85 ms'])
  })

  it('runs in full while nothing is pending, and never backwards', () => {
    const { manual, clock, called, after } = open()
    manual.stall(1_000)
    assert.equal(clock.monotonicMs(), 1_000)
    const cancel = after(85)
    manual.stall(1_000)
    assert.equal(clock.monotonicMs(), 1_020)
    cancel()
    cancel()
    assert.equal(clock.monotonicMs(), 1_020)
    manual.stall(1_000)
    assert.equal(clock.monotonicMs(), 2_020)
    assert.deepEqual(called, [])
  })

  it('leaves no timer behind', () => {
    const { manual, after } = open()
    const cancel = after(50)
    after(20)
    manual.stall(25)
    cancel()
    assert.equal(manual.pending, 0)
  })
})
