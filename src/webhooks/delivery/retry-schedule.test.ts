import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { decideRetry } from './retry-schedule.ts'

/** Returns the times of all attempts of a receiver that always fails, and the last outcome. */
function failAlways(webhookId: string) {
  const times = [0]
  for (;;) {
    const nowMs = times.at(-1) ?? 0
    const failures = times.length
    const outcome = decideRetry({
      webhookId,
      status: 500,
      failures,
      failingSinceMs: 0,
      nowMs,
      retryAfterMs: undefined,
    })
    if (outcome.result !== 'retry') return { times, outcome }
    times.push(outcome.atMs)
  }
}

describe('the retry schedule', () => {
  it('backs off exponentially with jitter for 24 hours, then pauses with a note', () => {
    const { times, outcome } = failAlways('one')
    assert.deepEqual(outcome, { result: 'paused', note: 'failing' })
    assert.equal(times.at(-1), DAY_MS)
    assert.ok(times.length >= 15 && times.length <= 30, String(times.length))
    const delays = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
    delays.slice(0, -1).forEach((delay, index) => {
      const ceiling = Math.min(4 * HOUR_MS, 5_000 * 2 ** index)
      assert.ok(delay >= ceiling / 2 && delay <= ceiling + 1, `${index}: ${delay}`)
    })
  })

  it('pauses nothing for 24 hours that passed at once', () => {
    const failed = { webhookId: 'one', status: 500, failingSinceMs: 0, retryAfterMs: undefined }
    const later = decideRetry({ ...failed, failures: 2, nowMs: 2 * DAY_MS })
    assert.ok(later.result === 'retry' && later.atMs > 2 * DAY_MS)
    const paused = decideRetry({ ...failed, failures: 10, nowMs: 2 * DAY_MS })
    assert.equal(paused.result, 'paused')
  })

  it('differs between webhooks that fail together', () => {
    assert.notDeepEqual(failAlways('one').times, failAlways('two').times)
  })

  it('follows Retry-After up to an hour, and stops at once at 410', () => {
    const failed = { webhookId: 'one', failures: 1, failingSinceMs: 0, nowMs: 0 }
    const retry = (retryAfterMs: number) => decideRetry({ ...failed, status: 429, retryAfterMs })
    assert.deepEqual(retry(60_000), { result: 'retry', atMs: 60_000 })
    assert.deepEqual(retry(DAY_MS), { result: 'retry', atMs: HOUR_MS })
    assert.deepEqual(decideRetry({ ...failed, status: 410, retryAfterMs: undefined }), {
      result: 'paused',
      note: 'gone',
    })
  })
})
