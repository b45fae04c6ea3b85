import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createRetryBudget } from './retry-budget.ts'

describe('the retry budget', () => {
  it('starts empty, and earns a tenth of a retry per call', () => {
    const budget = createRetryBudget(createManualClock(0))
    for (let call = 1; call <= 100; call += 1) {
      budget.recordCall()
      assert.equal(budget.tryRetry(), call % 10 === 0)
    }
  })

  it('keeps at most one retry for a quiet region', () => {
    const clock = createManualClock(0)
    const budget = createRetryBudget(clock)
    for (let call = 0; call < 1_000; call += 1) budget.recordCall()
    clock.advance(60_000)
    budget.recordCall()
    assert.ok(budget.tryRetry())
    assert.ok(!budget.tryRetry())
  })

  it('never exceeds a tenth of all calls, nor a tenth of those in 10 seconds, or one', () => {
    const step = fc.record({
      afterMs: fc.oneof(fc.nat(50), fc.nat(5_000)),
      calls: fc.nat(40),
      takes: fc.nat(10),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const clock = createManualClock(0)
        const budget = createRetryBudget(clock)
        const called: number[] = []
        const retried: number[] = []
        for (const { afterMs, calls, takes } of steps) {
          clock.advance(afterMs)
          const second = Math.floor(clock.monotonicMs() / 1_000)
          for (let count = 0; count < calls; count += 1) {
            budget.recordCall()
            called.push(second)
          }
          const lately = (seconds: readonly number[]) =>
            seconds.filter((counted) => counted > second - 10).length
          for (let count = 0; count < takes; count += 1) {
            if (!budget.tryRetry()) continue
            retried.push(second)
            assert.ok(retried.length <= called.length / 10)
            assert.ok(lately(retried) <= Math.max(1, lately(called) / 10))
          }
        }
      }),
    )
  })
})
