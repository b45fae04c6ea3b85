import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { createHoldBack, HELD_BACK_MAX } from './create-hold-back.ts'

describe('holding answers back', () => {
  it('lets an answer out when its time is over, and not before', async () => {
    const clock = createManualClock(0)
    const holdBack = createHoldBack(clock)
    let isOut = false
    const out = holdBack(250).then(() => (isOut = true))
    clock.advance(249)
    await turn()
    assert.equal(isOut, false)
    clock.advance(1)
    await out
  })

  it('holds no more than there is room for, and again when there is', async () => {
    const clock = createManualClock(0)
    const holdBack = createHoldBack(clock)
    const held = Array.from({ length: HELD_BACK_MAX }, () => holdBack(250))
    await holdBack(250)
    clock.advance(250)
    await Promise.all(held)
    let isOut = false
    void holdBack(250).then(() => (isOut = true))
    await turn()
    assert.equal(isOut, false)
  })
})
