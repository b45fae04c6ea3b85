import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { createAnswerCache, type Entry } from './answer-cache.ts'

/** Creates an entry of this size in bytes, which a test may increase. */
function entryOf(bytes: number): Entry & { readonly finished: { bytes: number } } {
  const finished = { contentType: 'application/json', bytes, encoded: () => assert.fail() } as const
  return {
    finished,
    fetchedAtMs: 1,
    receivedAtMs: 0,
    ageAtReceiptMs: 0,
  }
}

describe('the answer cache', () => {
  it('evicts the least recently used entry first, and never exceeds its size', () => {
    const cache = createAnswerCache(createManualClock(0), 7_000)
    for (const key of ['a', 'b', 'c']) assert.equal(cache.set(key, entryOf(1_000), 1_000), true)
    assert.ok(typeof cache.find('a') === 'object')
    cache.set('d', entryOf(1_000), 1_000)
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => typeof cache.find(key) === 'object'),
      [true, false, true, true],
    )
  })

  it('rejects an entry larger than the whole cache', () => {
    const cache = createAnswerCache(createManualClock(0), 5_000)
    assert.equal(cache.set('a', entryOf(5_000), 1_000), false)
    assert.equal(cache.find('a'), undefined)
  })

  it('counts a grown entry, and evicts others for it', () => {
    const cache = createAnswerCache(createManualClock(0), 6_000)
    const [old, grown] = [entryOf(1_000), entryOf(1_000)]
    cache.set('old', old, 1_000)
    cache.set('grown', grown, 1_000)
    const before = cache.bytes
    grown.finished.bytes = 2_000
    cache.resize('grown', grown)
    assert.equal(cache.bytes, before + 1_000)
    grown.finished.bytes = 4_000
    cache.resize('grown', grown)
    assert.deepEqual([cache.find('old'), cache.size], [undefined, 1])
  })

  it('does not count an evicted entry', () => {
    const clock = createManualClock(0)
    const cache = createAnswerCache(clock, 5_000)
    const gone = entryOf(1_000)
    cache.set('a', gone, 1_000)
    clock.advance(1_000)
    assert.equal(cache.find('a'), 'stale')
    cache.resize('a', gone)
    assert.deepEqual([cache.size, cache.bytes], [0, 0])
    cache.set('a', entryOf(10), 1_000)
    const { bytes } = cache
    gone.finished.bytes = 3_000
    cache.resize('a', gone)
    assert.equal(cache.bytes, bytes)
  })

  it('returns the last entry of a key until it expires, under any sequence of operations', () => {
    const step = fc.oneof(
      fc.record({
        does: fc.constant('keep' as const),
        key: fc.constantFrom('a', 'b', 'c'),
        bytes: fc.nat(3_000),
        forMs: fc.nat(500),
      }),
      fc.record({ does: fc.constant('find' as const), key: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.nat(300) }),
      fc.record({ does: fc.constant('clear' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const clock = createManualClock(0)
        const cache = createAnswerCache(clock, 5_000)
        const model = new Map<string, { entry: Entry; untilMs: number }>()
        for (const taken of steps) {
          if (taken.does === 'keep') {
            const entry = entryOf(taken.bytes)
            if (cache.set(taken.key, entry, taken.forMs)) {
              model.set(taken.key, { entry, untilMs: clock.monotonicMs() + taken.forMs })
            }
          } else if (taken.does === 'find') {
            const found = cache.find(taken.key)
            const known = model.get(taken.key)
            if (typeof found === 'object') {
              assert.equal(found.entry, known?.entry)
              assert.equal(found.leftMs, (known?.untilMs ?? 0) - clock.monotonicMs())
              assert.ok(found.leftMs > 0)
            }
          } else if (taken.does === 'wait') clock.advance(taken.ms)
          else {
            cache.clear()
            model.clear()
          }
          assert.ok(cache.bytes <= 5_000)
        }
      }),
    )
  })
})
