import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { createAnswerCache, type Entry } from './answer-cache.ts'

/** An entry of so many bytes, which a test may let grow. */
function entryOf(bytes: number): Entry & { readonly finished: { bytes: number } } {
  const finished = { contentType: 'application/json', bytes, encoded: () => assert.fail() } as const
  return {
    finished,
    fetchedAtMs: 1,
    receivedAtMs: 0,
    ageAtReceiptMs: 0,
  }
}

describe('the cache of answers', () => {
  it('lets the least recently used go first, and never holds more bytes than it may', () => {
    const cache = createAnswerCache(createManualClock(0), 7_000)
    for (const key of ['a', 'b', 'c']) assert.equal(cache.keep(key, entryOf(1_000), 1_000), true)
    assert.ok(typeof cache.find('a') === 'object')
    cache.keep('d', entryOf(1_000), 1_000)
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => typeof cache.find(key) === 'object'),
      [true, false, true, true],
    )
  })

  it('keeps nothing that is larger than all of it', () => {
    const cache = createAnswerCache(createManualClock(0), 5_000)
    assert.equal(cache.keep('a', entryOf(5_000), 1_000), false)
    assert.equal(cache.find('a'), undefined)
  })

  it('counts what has grown, and lets others go for it', () => {
    const cache = createAnswerCache(createManualClock(0), 6_000)
    const [old, grown] = [entryOf(1_000), entryOf(1_000)]
    cache.keep('old', old, 1_000)
    cache.keep('grown', grown, 1_000)
    const before = cache.bytes
    grown.finished.bytes = 2_000
    cache.grown('grown', grown)
    assert.equal(cache.bytes, before + 1_000)
    grown.finished.bytes = 4_000
    cache.grown('grown', grown)
    assert.deepEqual([cache.find('old'), cache.size], [undefined, 1])
  })

  it('does not count what it no longer keeps', () => {
    const clock = createManualClock(0)
    const cache = createAnswerCache(clock, 5_000)
    const gone = entryOf(1_000)
    cache.keep('a', gone, 1_000)
    clock.advance(1_000)
    assert.equal(cache.find('a'), 'stale')
    cache.grown('a', gone)
    assert.deepEqual([cache.size, cache.bytes], [0, 0])
    cache.keep('a', entryOf(10), 1_000)
    const { bytes } = cache
    gone.finished.bytes = 3_000
    cache.grown('a', gone)
    assert.equal(cache.bytes, bytes)
  })

  it('gives what was kept last of a key, for as long as it may, whatever happens', () => {
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
            if (cache.keep(taken.key, entry, taken.forMs)) {
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
