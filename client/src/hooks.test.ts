import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hooks } from './hooks.ts'
import { COUNTED, good, rejection, startStub } from './stub-server-for-tests.ts'

const ADDRESS = 'http://server.test/api/open/v1/game/jp/announcements'

/** Records what hooks are called with, without the errors. */
function recorder() {
  const calls: unknown[] = []
  const record = (hook: string) => (info: object) =>
    void calls.push([hook, JSON.parse(JSON.stringify({ ...info, error: undefined }))])
  const hooks: Hooks = {
    onRequest: record('request'),
    onRetry: record('retry'),
    onLimited: record('limited'),
  }
  return { calls, hooks }
}

describe('hooks', () => {
  it('observe each attempt and each retry, with its reason', async () => {
    const { calls, hooks } = recorder()
    const { client, clock } = startStub(
      (_, nth) => (nth === 1 ? rejection(503, 'unavailable') : good({})),
      { ...hooks, jitter: () => 0.5 },
    )
    const answered = client.announcement.list('jp')
    await clock.runUntil(9_000)
    await answered
    assert.deepEqual(calls, [
      ['request', { method: 'GET', address: ADDRESS, attempt: 1 }],
      ['retry', { method: 'GET', address: ADDRESS, attempt: 1, pauseMs: 500 }],
      ['request', { method: 'GET', address: ADDRESS, attempt: 2 }],
    ])
  })

  it('observe a wait for the quota once per request', async () => {
    const { calls, hooks } = recorder()
    const over = { ...COUNTED, ratelimit: '"minute";r=0;t=31, "concurrency";r=9' }
    const { client, clock } = startStub(() => good({}, over), hooks)
    await client.announcement.list('tw')
    const waiting = client.announcement.list('jp')
    await clock.runUntil(40_000)
    await waiting
    assert.deepEqual(calls.slice(1), [
      ['limited', { method: 'GET', address: ADDRESS, limit: 'minute', waitMs: 31_000 }],
      ['request', { method: 'GET', address: ADDRESS, attempt: 1 }],
    ])
  })

  for (const [how, fail] of [
    ['throwing', () => assert.fail('A defect of a hook.')],
    ['rejecting', (): never => Promise.reject(new Error('A defect of a hook.')) as never],
  ] as const) {
    it(`cannot change the outcome of a request by ${how}, and say so once`, async (test) => {
      const error = test.mock.method(console, 'error', () => {})
      const { client } = startStub(() => good({}), { onRequest: fail })
      await client.announcement.list('jp')
      await client.announcement.list('tw')
      await new Promise((resolve) => setImmediate(resolve))
      assert.deepEqual(
        error.mock.calls.map(({ arguments: [text, reason] }) => [text, (reason as Error).message]),
        [['A hook of the Backline client failed:', 'A defect of a hook.']],
      )
    })
  }
})
