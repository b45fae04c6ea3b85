import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import process from 'node:process'
import { describe, it } from 'node:test'
import { onAbort } from './abort-listeners.ts'
import { good, hang, startStub } from './stub-server-for-tests.ts'

describe('callbacks of one signal', () => {
  it('share one listener, and each can be cancelled', () => {
    const controller = new AbortController()
    const { signal } = controller
    const called: number[] = []
    const cancels = Array.from({ length: 20 }, (_, at) => onAbort(signal, () => called.push(at)))
    assert.equal(getEventListeners(signal, 'abort').length, 1)
    for (const cancel of cancels.slice(2)) cancel()
    controller.abort()
    assert.deepEqual(called, [0, 1])
  })
})

describe('a thousand calls with one signal', () => {
  it('cause no warning, and all end with it', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    const controller = new AbortController()
    const { signal } = controller
    const { client, clock } = startStub(hang)
    const calls = Array.from({ length: 1_000 }, (_, at) =>
      client.circle.search('jp', { name: `circle ${at}` }, { signal }),
    )
    await clock.runUntil(2_000)
    assert.equal(getEventListeners(signal, 'abort').length, 1)
    controller.abort(new Error('enough'))
    const ends = await Promise.allSettled(calls)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', onWarning)
    assert.ok(
      ends.every((end) => end.status === 'rejected' && String(end.reason) === 'Error: enough'),
    )
    assert.deepEqual(warnings, [])
  })

  it('leave nothing on it when they are answered', async () => {
    const { signal } = new AbortController()
    const { client } = startStub(() => good({}))
    for (let at = 0; at < 20; at += 1) await client.announcement.list('jp', {}, { signal })
    assert.equal(getEventListeners(signal, 'abort').length, 1)
  })
})
