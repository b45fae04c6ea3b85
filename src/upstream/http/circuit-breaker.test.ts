import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createBreaker } from './circuit-breaker.ts'

function start() {
  const clock = createManualClock(0)
  const changes: string[] = []
  const breaker = createBreaker({ clock, onChange: (state) => void changes.push(state) })
  const settle = (outcome: 'answered' | 'failed', times: number) => {
    for (let count = 0; count < times; count += 1) breaker.recordOutcome(outcome)
  }
  return { clock, changes, breaker, settle }
}

describe('the circuit breaker', () => {
  it('opens at 20 calls of which half failed, not earlier', () => {
    const { breaker, changes, settle } = start()
    settle('failed', 19)
    assert.ok(breaker.allowsCall())
    settle('failed', 1)
    assert.ok(!breaker.allowsCall())
    assert.deepEqual(changes, ['open'])

    const half = start()
    half.settle('answered', 11)
    half.settle('failed', 10)
    assert.deepEqual(half.changes, [])
    half.settle('failed', 1)
    assert.deepEqual(half.changes, ['open'])
  })

  it('ignores calls older than 10 seconds', () => {
    const { clock, changes, settle } = start()
    settle('failed', 19)
    clock.advance(10_000)
    settle('failed', 19)
    assert.deepEqual(changes, [])
  })

  it('allows one probe a second while open, even while the last one is pending', () => {
    const { clock, breaker, settle } = start()
    settle('failed', 20)
    let through = 0
    for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 10) {
      if (breaker.allowsCall()) through += 1
      // Every tenth call fails eventually.
      if (elapsedMs % 9_000 === 0) settle('failed', 1)
      clock.advance(10)
    }
    assert.equal(through, 59)
  })

  it('closes after one answered call, and resets its counts', () => {
    const { clock, breaker, changes, settle } = start()
    settle('failed', 20)
    clock.advance(1_000)
    assert.ok(breaker.allowsCall())
    settle('failed', 5)
    settle('answered', 1)
    for (let count = 0; count < 50; count += 1) assert.ok(breaker.allowsCall())
    settle('failed', 19)
    assert.deepEqual(changes, ['open', 'closed'])
    settle('failed', 1)
    assert.deepEqual(changes, ['open', 'closed', 'open'])
  })

  it('closes after ten seconds without a failure', () => {
    const { clock, breaker, changes, settle } = start()
    settle('failed', 20)
    clock.advance(9_999)
    assert.ok(breaker.allowsCall())
    assert.ok(!breaker.allowsCall())
    clock.advance(1)
    for (let count = 0; count < 50; count += 1) assert.ok(breaker.allowsCall())
    assert.deepEqual(changes, ['open', 'closed'])
  })

  it('agrees with a model that stores every call', () => {
    const step = fc.record({
      afterMs: fc.oneof(fc.nat(300), fc.nat(4_000)),
      outcome: fc.constantFrom('answered' as const, 'failed' as const, 'failed' as const),
      asks: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { clock, breaker, changes } = start()
        let calls: { second: number; outcome: string }[] = []
        let open: boolean = false
        let probeAtMs = 0
        let failedAtMs = 0
        for (const { afterMs, outcome, asks } of steps) {
          clock.advance(afterMs)
          const nowMs = clock.monotonicMs()
          if (asks) {
            if (open && nowMs - failedAtMs >= 10_000) [open, calls] = [false, []]
            const allowed: boolean = !open || nowMs >= probeAtMs
            assert.equal(breaker.allowsCall(), allowed)
            if (open && allowed) probeAtMs = nowMs + 1_000
          }
          breaker.recordOutcome(outcome)
          if (outcome === 'failed') failedAtMs = nowMs
          if (open) {
            if (outcome === 'answered') [open, calls] = [false, []]
            continue
          }
          const second = Math.floor(nowMs / 1_000)
          calls = [...calls, { second, outcome }].filter((call) => call.second > second - 10)
          const failed = calls.filter((call) => call.outcome === 'failed').length
          if (outcome === 'failed' && calls.length >= 20 && failed >= calls.length / 2) {
            ;[open, calls, probeAtMs] = [true, [], nowMs + 1_000]
          }
        }
        assert.equal(changes.at(-1) ?? 'closed', open ? 'open' : 'closed')
      }),
    )
  })
})
