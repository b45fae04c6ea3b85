import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BacklineError } from './backline-error.ts'
import { RetryPolicy } from './retry-policy.ts'

const transient = (facts: { status?: number; retryAfterMs?: number } = { status: 502 }) =>
  new BacklineError('upstream_error', 'It failed.', facts)

describe('a retry', () => {
  it('follows a random pause below a bound that doubles', () => {
    const policy = new RetryPolicy({ retriesMax: 9, jitter: () => 0.5 })
    const pauses = [0, 1, 2, 8].map((retried) => policy.pauseMs(transient(), retried))
    assert.deepEqual(pauses, [500, 1_000, 2_000, 15_000])
    const least = new RetryPolicy({ retriesMax: 1, jitter: () => 0 })
    assert.equal(least.pauseMs(transient(), 0), 0)
  })

  it('is never earlier than Retry-After', () => {
    const error = transient({ status: 503, retryAfterMs: 5_000 })
    for (const [jitter, expected] of [
      [0, 5_000],
      [1, 6_000],
    ] as const) {
      const policy = new RetryPolicy({ retriesMax: 1, jitter: () => jitter })
      assert.equal(policy.pauseMs(error, 0), expected)
    }
  })

  it('needs budget, which requests earn', () => {
    const policy = new RetryPolicy({ retriesMax: 100, jitter: () => 0 })
    const retry = () => policy.pauseMs(transient(), 0) !== undefined
    assert.equal(Array.from({ length: 50 }, retry).filter(Boolean).length, 10)
    for (let request = 0; request < 4; request += 1) policy.earn()
    assert.equal(retry(), false)
    for (let request = 0; request < 2; request += 1) policy.earn()
    assert.deepEqual([retry(), retry()], [true, false])
  })

  it('after a 429 needs none and counts as none', () => {
    const policy = new RetryPolicy({ retriesMax: 0, jitter: () => 0 })
    const limited = new BacklineError('quota_exceeded', 'Wait.', { status: 429, retryAfterMs: 9 })
    for (let times = 0; times < 50; times += 1) assert.equal(policy.pauseMs(limited, 0), 9)
  })

  it('does not follow what no retry fixes, nor maintenance', () => {
    const policy = new RetryPolicy({ retriesMax: 5, jitter: () => 0 })
    for (const error of [
      new BacklineError('not_found', 'It is unknown.', { status: 404 }),
      new BacklineError('maintenance', 'Wait.', { status: 503, retryAfterMs: 1_000 }),
      new TypeError('It is a defect.'),
    ]) {
      assert.equal(policy.pauseMs(error, 0), undefined)
    }
  })
})
