import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { settlesWithin } from './settles-within.ts'

describe('waiting for work with a time limit', () => {
  it('resolves with true when it settles in time, and leaves no timer behind', async () => {
    const clock = createManualClock(0)
    assert.equal(await settlesWithin(clock, 100, Promise.resolve()), true)
    assert.equal(clock.pending, 0)
  })

  it('resolves with false when the time is up, and not before', async () => {
    const clock = createManualClock(0)
    let ended: boolean | undefined
    const waiting = settlesWithin(clock, 100, new Promise(() => {})).then((done) => (ended = done))
    clock.advance(99)
    await new Promise(setImmediate)
    assert.equal(ended, undefined)
    clock.advance(1)
    assert.equal(await waiting, false)
    assert.equal(clock.pending, 0)
  })

  it('rejects with the error of the work', async () => {
    const clock = createManualClock(0)
    await assert.rejects(settlesWithin(clock, 100, Promise.reject(new Error('broken'))), /broken/)
    assert.equal(clock.pending, 0)
  })
})
