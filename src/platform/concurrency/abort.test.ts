import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { onAbort, untilAborted } from './abort.ts'
import { wait } from './wait.ts'

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

describe('listening for an abort', () => {
  it('calls the listener once, now where the signal has aborted', () => {
    const controller = new AbortController()
    let calls = 0
    onAbort(controller.signal, () => (calls += 1))
    assert.equal(calls, 0)
    controller.abort()
    controller.abort()
    assert.equal(calls, 1)
    onAbort(controller.signal, () => (calls += 1))
    assert.equal(calls, 2)
  })

  it('can be stopped, and then leaves no listener behind', () => {
    const { signal } = new AbortController()
    const stopListening = onAbort(signal, () => assert.fail())
    assert.equal(listenersOf(signal), 1)
    stopListening()
    stopListening()
    assert.equal(listenersOf(signal), 0)
  })
})

describe('waiting for work until an abort', () => {
  it('settles like the work, and leaves no listener behind', async () => {
    const { signal } = new AbortController()
    assert.equal(await untilAborted(signal, Promise.resolve('done')), 'done')
    await assert.rejects(untilAborted(signal, Promise.reject(new Error('broken'))), /broken/)
    assert.equal(listenersOf(signal), 0)
  })

  it('rejects with the reason of the signal, and ignores how the work ends', async () => {
    const controller = new AbortController()
    const work = Promise.withResolvers<void>()
    const waiting = untilAborted(controller.signal, work.promise)
    controller.abort(new Error('left'))
    await assert.rejects(waiting, /left/)
    await assert.rejects(untilAborted(controller.signal, work.promise), /left/)
    work.reject(new Error('broken'))
    await new Promise(setImmediate)
  })
})

describe('waiting for a time', () => {
  it('resolves with true after it, and leaves no listener behind', async () => {
    const clock = createManualClock(0)
    const { signal } = new AbortController()
    const waits = [wait(clock, 100), wait(clock, 100, signal)]
    clock.advance(99)
    assert.equal(clock.pending, 2)
    clock.advance(1)
    assert.deepEqual(await Promise.all(waits), [true, true])
    assert.equal(listenersOf(signal), 0)
  })

  it('resolves with false when the signal aborts, and leaves no timer behind', async () => {
    const clock = createManualClock(0)
    const controller = new AbortController()
    const waiting = wait(clock, 100, controller.signal)
    controller.abort()
    assert.equal(await waiting, false)
    assert.equal(await wait(clock, 100, controller.signal), false)
    assert.equal(clock.pending, 0)
  })
})
