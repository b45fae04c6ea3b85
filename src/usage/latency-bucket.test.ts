import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { latencyBucket, quantilesOf } from './latency-bucket.ts'

describe('ranges of durations', () => {
  it('describe any duration up to 100 s within 10 %', () => {
    for (let ms = 0.11; ms < 100_000; ms *= 1.03) {
      const { p50Ms = 0 } = quantilesOf([{ bucket: latencyBucket(ms), requests: 1 }]) ?? {}
      // Two significant digits add up to 5 % to half a range.
      assert.ok(Math.abs(p50Ms / ms - 1) < 0.15, `${ms}: ${p50Ms}`)
    }
    for (const ms of [0, -1, NaN]) assert.equal(latencyBucket(ms), 0)
    assert.equal(latencyBucket(Infinity), latencyBucket(1e9))
  })

  it('give the quantiles of many requests, whatever their order', () => {
    const counts = [
      { bucket: latencyBucket(500), requests: 1 },
      { bucket: latencyBucket(2), requests: 94 },
      { bucket: latencyBucket(40), requests: 5 },
    ]
    const { p50Ms, p95Ms, p99Ms } = quantilesOf(counts) ?? {}
    assert.deepEqual(
      [p50Ms, p95Ms, p99Ms].map((ms) => latencyBucket(ms ?? 0)),
      [latencyBucket(2), latencyBucket(40), latencyBucket(40)],
    )
    assert.equal(quantilesOf([]), undefined)
  })
})
