import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { Gateway, GatewayCall, GatewayReply, Lane, Reader } from '../domain/gateway.ts'
import { shareCalls } from './share.ts'

const DEADLINE_MS = 8_000

/** One call that the gateway was asked for, and what ends it. */
interface Read {
  readonly name: string
  readonly signal: AbortSignal
  begins(): void
  resolve(reply: GatewayReply): void
  reject(error: Error): void
}

/** A gateway that answers when it is told to, and readers that count what they hold. */
function createScene() {
  const clock = createManualClock(0)
  const reads: Read[] = []
  const listeners: (() => void)[] = []
  const gateway: Gateway = {
    read: (call, { signal, begins }) => {
      const { promise, resolve, reject } = Promise.withResolvers<GatewayReply>()
      reads.push({ name: call.operation, signal, resolve, reject, begins: () => begins?.() })
      return promise
    },
    onChange: (listener) => {
      listeners.push(listener)
      return () => {}
    },
    close: () => {},
  }
  const shared = shareCalls(gateway, { clock, deadlineMs: DEADLINE_MS })
  const change = () => {
    for (const listener of listeners) listener()
  }
  const join = (name = 'a', lane: Lane = 'keyed') => {
    const leaving = new AbortController()
    const held = { now: 0, ever: 0 }
    const reader: Reader = {
      lane,
      gone: leaving.signal,
      hold: () => {
        held.now += 1
        held.ever += 1
        return () => void (held.now -= 1)
      },
    }
    const outcome = Promise.resolve(shared.read(callOf(name), reader)).then(
      ({ reply, joined }) => ({ message: reply.message, joined }),
      (error: Error & { code?: string }) => ({ error: error.code ?? error.message }),
    )
    return { leave: () => leaving.abort(), outcome, held }
  }
  return { clock, reads, join, change }
}

const callOf = (operation: string): GatewayCall => ({ operation, region: 'jp', arguments: {} })
const replyOf = (message: unknown): GatewayReply => ({ message, fetchedAtMs: 1 })
const settle = () => new Promise(setImmediate)

describe('sharing calls', () => {
  it('is one for developers and the collector, but nobody with a key waits in the lane of the collector', async () => {
    const { reads, join } = createScene()
    const reply = { message: 'm', fetchedAtMs: 1 }
    const collected = join('a', 'collector')
    const impatient = join('a')
    assert.equal(reads.length, 2, 'the call of the collector waits for its turn')
    reads[0]?.begins()
    const later = join('b', 'collector')
    reads[2]?.begins()
    const developer = join('b')
    const collector = join('a', 'collector')
    assert.equal(reads.length, 3)
    for (const read of reads) read.resolve(reply)
    const joined = (value: boolean) => ({ message: 'm', joined: value })
    assert.deepEqual(
      await Promise.all(
        [collected, impatient, later, developer, collector].map((one) => one.outcome),
      ),
      [false, false, false, true, true].map(joined),
    )
  })

  it('makes one call of 500 equal reads, and gives all of them the same reply', async () => {
    const { reads, join } = createScene()
    const readers = Array.from({ length: 500 }, () => join())
    assert.equal(reads.length, 1)
    const message = { players: [] }
    reads[0]?.resolve(replyOf(message))
    const outcomes = await Promise.all(readers.map(({ outcome }) => outcome))
    assert.ok(outcomes.every((outcome) => 'message' in outcome && outcome.message === message))
    assert.equal(outcomes.filter((outcome) => 'joined' in outcome && outcome.joined).length, 499)
  })

  it('keeps calls of different meaning apart', async () => {
    const { reads, join } = createScene()
    const [one, other] = [join('a'), join('b')]
    reads[1]?.resolve(replyOf('of b'))
    reads[0]?.resolve(replyOf('of a'))
    assert.deepEqual(await one.outcome, { message: 'of a', joined: false })
    assert.deepEqual(await other.outcome, { message: 'of b', joined: false })
  })

  it('lets a reader leave without a loss to the others', async () => {
    const { reads, join } = createScene()
    const [first, second] = [join(), join()]
    first.leave()
    assert.deepEqual(await first.outcome, { error: 'unavailable' })
    assert.equal(reads[0]?.signal.aborted, false)
    reads[0]?.resolve(replyOf('all'))
    assert.deepEqual(await second.outcome, { message: 'all', joined: true })
    assert.deepEqual([first.held.ever, second.held.ever], [0, 0])
  })

  it('aborts when the last reader leaves, holds what that one has taken, and starts anew for a newcomer', async () => {
    const { reads, join, clock } = createScene()
    const [first, last] = [join(), join()]
    first.leave()
    last.leave()
    assert.equal(reads[0]?.signal.aborted, true)
    const newcomer = join()
    assert.equal(reads.length, 2)
    assert.deepEqual([first.held.now, last.held.now], [0, 1])
    reads[0]?.reject(new Error('aborted'))
    await settle()
    assert.equal(last.held.now, 0)
    reads[1]?.resolve(replyOf('new'))
    assert.deepEqual(await newcomer.outcome, { message: 'new', joined: false })
    assert.equal(clock.pending, 0)
  })

  it('ends at its own deadline for all, and holds one lease until the call has settled', async () => {
    const { reads, join, clock } = createScene()
    const first = join()
    clock.advance(DEADLINE_MS - 1)
    const second = join()
    clock.advance(1)
    assert.deepEqual(await first.outcome, { error: 'upstream_timeout' })
    assert.deepEqual(await second.outcome, { error: 'upstream_timeout' })
    assert.equal(reads[0]?.signal.aborted, true)
    assert.deepEqual([first.held.now, second.held.now], [1, 0])
    reads[0]?.reject(new Error('aborted'))
    await settle()
    assert.deepEqual([first.held.now, clock.pending], [0, 0])
  })

  it('forgets a call that failed before its readers hear of it', async () => {
    const { reads, join } = createScene()
    const first = join()
    const again = first.outcome.then(() => join())
    reads[0]?.reject(new Error('broken'))
    assert.deepEqual(await first.outcome, { error: 'broken' })
    const second = await again
    assert.equal(reads.length, 2)
    reads[1]?.resolve(replyOf('mended'))
    assert.deepEqual(await second.outcome, { message: 'mended', joined: false })
  })

  it('is not stuck after a gateway that throws', async () => {
    const clock = createManualClock(0)
    let throws = true
    const shared = shareCalls(
      {
        read: () => {
          if (throws) throw new Error('thrown')
          return replyOf('well')
        },
        close: () => {},
      },
      { clock, deadlineMs: DEADLINE_MS },
    )
    const reader: Reader = {
      lane: 'keyed',
      hold: () => () => {},
      get gone(): AbortSignal {
        throw new Error('A gateway that answers at once is not waited for.')
      },
    }
    assert.throws(() => shared.read(callOf('a'), reader), /thrown/)
    throws = false
    assert.deepEqual(shared.read(callOf('a'), reader), { reply: replyOf('well'), joined: false })
    assert.equal(clock.pending, 0)
  })

  it('lets nobody join a call from before the data was replaced', async () => {
    const { reads, join, change } = createScene()
    const before = join()
    change()
    const after = join()
    assert.equal(reads.length, 2)
    reads[1]?.resolve(replyOf('new'))
    reads[0]?.resolve(replyOf('old'))
    assert.deepEqual(await before.outcome, { message: 'old', joined: false })
    assert.deepEqual(await after.outcome, { message: 'new', joined: false })
  })

  it('answers every reader once and leaves nothing behind, in whatever order things happen', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('join' as const), name: fc.constantFrom('a', 'b') }),
      fc.record({ does: fc.constant('leave' as const), at: fc.nat(9) }),
      fc.record({ does: fc.constant('resolve' as const), at: fc.nat(9) }),
      fc.record({ does: fc.constant('reject' as const), at: fc.nat(9) }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.nat(5_000) }),
      fc.record({ does: fc.constant('change' as const) }),
      fc.record({ does: fc.constant('yield' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, reads, join, change } = createScene()
        const readers: (ReturnType<typeof join> & { name: string; left: boolean })[] = []
        for (const taken of steps) {
          if (taken.does === 'join') {
            readers.push(Object.assign(join(taken.name), { name: taken.name, left: false }))
          } else if (taken.does === 'wait') clock.advance(taken.ms)
          else if (taken.does === 'change') change()
          else if (taken.does === 'yield') await settle()
          else if (taken.does === 'leave') {
            const reader = readers[taken.at]
            if (reader !== undefined) reader.left = true
            reader?.leave()
          } else if (taken.does === 'resolve') {
            reads[taken.at]?.resolve(replyOf(`of ${reads[taken.at]?.name}`))
          } else if (taken.does === 'reject') reads[taken.at]?.reject(new Error('broken'))
        }
        // A call is aborted only when nobody waits for it, and every hold is on a call that is not over.
        for (const read of reads) read.resolve(replyOf(`of ${read.name}`))
        for (const { outcome, name, left } of readers) {
          const seen = await outcome
          if ('message' in seen) assert.equal(seen.message, `of ${name}`, 'no cross-talk')
          else {
            const expected = ['broken', 'upstream_timeout', ...(left ? ['unavailable'] : [])]
            assert.ok(expected.includes(seen.error), seen.error)
          }
        }
        await settle()
        assert.deepEqual(
          readers.map(({ held }) => held.now),
          readers.map(() => 0),
        )
        assert.equal(clock.pending, 0)
        const calls = reads.length
        const fresh = join()
        assert.equal(reads.length, calls + 1, 'no key is stuck')
        reads[calls]?.resolve(replyOf('of a'))
        assert.deepEqual(await fresh.outcome, { message: 'of a', joined: false })
      }),
    )
  })

  it('holds on every schedule of the promises', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 6 }), async (s, count) => {
        const clock = createManualClock(0)
        let calls = 0
        const gateway: Gateway = {
          read: (call) => {
            calls += 1
            return s.schedule(Promise.resolve(replyOf(call.operation)))
          },
          close: () => {},
        }
        const shared = shareCalls(gateway, { clock, deadlineMs: DEADLINE_MS })
        let open = 0
        const outcomes = Array.from({ length: count }, async (_, index) => {
          const name = index % 2 === 0 ? 'a' : 'b'
          await s.schedule(Promise.resolve())
          open += 1
          const reader: Reader = {
            lane: 'keyed',
            gone: new AbortController().signal,
            hold: () => () => {},
          }
          const { reply } = await shared.read(callOf(name), reader)
          open -= 1
          assert.equal(reply.message, name)
        })
        await s.waitFor(Promise.all(outcomes))
        assert.equal(open, 0)
        assert.ok(calls <= count && calls >= Math.min(count, 2))
        assert.equal(clock.pending, 0)
      }),
    )
  })
})
