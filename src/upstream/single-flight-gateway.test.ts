import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { Gateway, GatewayCall, GatewayReply, Priority, Subscriber } from '../game/gateway.ts'
import { coalesceCalls } from './single-flight-gateway.ts'

const DEADLINE_MS = 8_000

/** One call of the gateway, and how to settle it. */
interface Read {
  readonly name: string
  readonly signal: AbortSignal
  onStart(): void
  resolve(reply: GatewayReply): void
  reject(error: Error): void
}

/** A gateway that replies on demand, and subscribers that count their leases. */
function createScene() {
  const clock = createManualClock(0)
  const reads: Read[] = []
  const listeners: (() => void)[] = []
  const gateway: Gateway = {
    read: (call, { signal, onStart }) => {
      const { promise, resolve, reject } = Promise.withResolvers<GatewayReply>()
      reads.push({ name: call.operation, signal, resolve, reject, onStart: () => onStart?.() })
      return promise
    },
    onChange: (listener) => {
      listeners.push(listener)
      return () => {}
    },
    close: () => {},
  }
  const shared = coalesceCalls(gateway, { clock, deadlineMs: DEADLINE_MS })
  const change = () => {
    for (const listener of listeners) listener()
  }
  const join = (name = 'a', priority: Priority = 'keyed') => {
    const leaving = new AbortController()
    const held = { now: 0, ever: 0 }
    const reader: Subscriber = {
      priority,
      signal: leaving.signal,
      retain: () => {
        held.now += 1
        held.ever += 1
        return () => void (held.now -= 1)
      },
    }
    const outcome = Promise.resolve(shared.read(callOf(name), reader)).then(
      ({ reply, coalesced }) => ({ message: reply.message, coalesced }),
      (error: Error & { code?: string }) => ({ error: error.code ?? error.message }),
    )
    return { leave: () => leaving.abort(), outcome, held }
  }
  return { clock, reads, join, change }
}

const callOf = (operation: string): GatewayCall => ({ operation, region: 'jp', arguments: {} })
const replyOf = (message: unknown): GatewayReply => ({ message, fetchedAtMs: 1 })
const settle = () => new Promise(setImmediate)

describe('coalescing calls', () => {
  it('joins developers and the collector, but a developer never waits in the queue of the collector', async () => {
    const { reads, join } = createScene()
    const reply = { message: 'm', fetchedAtMs: 1 }
    const collected = join('a', 'collector')
    const impatient = join('a')
    assert.equal(reads.length, 2, 'the call of the collector waits for its turn')
    reads[0]?.onStart()
    const later = join('b', 'collector')
    reads[2]?.onStart()
    const developer = join('b')
    const collector = join('a', 'collector')
    assert.equal(reads.length, 3)
    for (const read of reads) read.resolve(reply)
    const coalesced = (value: boolean) => ({ message: 'm', coalesced: value })
    assert.deepEqual(
      await Promise.all(
        [collected, impatient, later, developer, collector].map((one) => one.outcome),
      ),
      [false, false, false, true, true].map(coalesced),
    )
  })

  it('does not let a developer join a collector call that may time out soon', async () => {
    const { clock, reads, join } = createScene()
    const collected = join('a', 'collector')
    reads[0]?.onStart()
    clock.advance(DEADLINE_MS / 2)
    const early = join('a')
    assert.equal(reads.length, 1)
    clock.advance(1)
    const late = join('a')
    assert.equal(reads.length, 2)
    // The collector may join a developer's call, however late.
    const next = join('a', 'collector')
    assert.equal(reads.length, 2)
    clock.advance(DEADLINE_MS / 2 - 1)
    assert.deepEqual(await collected.outcome, { error: 'upstream_timeout' })
    assert.deepEqual(await early.outcome, { error: 'upstream_timeout' })
    reads[1]?.resolve(replyOf('m'))
    assert.deepEqual(await late.outcome, { message: 'm', coalesced: false })
    assert.deepEqual(await next.outcome, { message: 'm', coalesced: true })
  })

  it('makes one call for 500 equal reads, with one reply for all', async () => {
    const { reads, join } = createScene()
    const readers = Array.from({ length: 500 }, () => join())
    assert.equal(reads.length, 1)
    const message = { players: [] }
    reads[0]?.resolve(replyOf(message))
    const outcomes = await Promise.all(readers.map(({ outcome }) => outcome))
    assert.ok(outcomes.every((outcome) => 'message' in outcome && outcome.message === message))
    assert.equal(
      outcomes.filter((outcome) => 'coalesced' in outcome && outcome.coalesced).length,
      499,
    )
  })

  it('does not coalesce different calls', async () => {
    const { reads, join } = createScene()
    const [one, other] = [join('a'), join('b')]
    reads[1]?.resolve(replyOf('of b'))
    reads[0]?.resolve(replyOf('of a'))
    assert.deepEqual(await one.outcome, { message: 'of a', coalesced: false })
    assert.deepEqual(await other.outcome, { message: 'of b', coalesced: false })
  })

  it('lets a subscriber leave without affecting the others', async () => {
    const { reads, join } = createScene()
    const [first, second] = [join(), join()]
    first.leave()
    assert.deepEqual(await first.outcome, { error: 'unavailable' })
    assert.equal(reads[0]?.signal.aborted, false)
    reads[0]?.resolve(replyOf('all'))
    assert.deepEqual(await second.outcome, { message: 'all', coalesced: true })
    assert.deepEqual([first.held.ever, second.held.ever], [0, 0])
  })

  it('aborts when the last subscriber leaves, keeps its lease, and starts a new call for the next reader', async () => {
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
    assert.deepEqual(await newcomer.outcome, { message: 'new', coalesced: false })
    assert.equal(clock.pending, 0)
  })

  it('rejects all subscribers at its deadline, and keeps one lease until the call has settled', async () => {
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

  it('removes a failed call before its subscribers are rejected', async () => {
    const { reads, join } = createScene()
    const first = join()
    const again = first.outcome.then(() => join())
    reads[0]?.reject(new Error('broken'))
    assert.deepEqual(await first.outcome, { error: 'broken' })
    const second = await again
    assert.equal(reads.length, 2)
    reads[1]?.resolve(replyOf('mended'))
    assert.deepEqual(await second.outcome, { message: 'mended', coalesced: false })
  })

  it('starts a new call after a gateway that throws', async () => {
    const clock = createManualClock(0)
    let throws = true
    const shared = coalesceCalls(
      {
        read: () => {
          if (throws) throw new Error('thrown')
          return replyOf('well')
        },
        close: () => {},
      },
      { clock, deadlineMs: DEADLINE_MS },
    )
    const reader: Subscriber = {
      priority: 'keyed',
      retain: () => () => {},
      get signal(): AbortSignal {
        throw new Error('A gateway that answers at once is not waited for.')
      },
    }
    assert.throws(() => shared.read(callOf('a'), reader), /thrown/)
    throws = false
    assert.deepEqual(shared.read(callOf('a'), reader), { reply: replyOf('well'), coalesced: false })
    assert.equal(clock.pending, 0)
  })

  it('does not join a call that started before the data changed', async () => {
    const { reads, join, change } = createScene()
    const before = join()
    change()
    const after = join()
    assert.equal(reads.length, 2)
    reads[1]?.resolve(replyOf('new'))
    reads[0]?.resolve(replyOf('old'))
    assert.deepEqual(await before.outcome, { message: 'old', coalesced: false })
    assert.deepEqual(await after.outcome, { message: 'new', coalesced: false })
  })

  it('settles every subscriber once and leaves no flight behind, in any order of events', async () => {
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
        // A call is aborted only when it has no subscribers, and every lease kept belongs to an
        // unsettled call.
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
        assert.deepEqual(await fresh.outcome, { message: 'of a', coalesced: false })
      }),
    )
  })

  it('keeps its promises under every schedule of promise callbacks', async () => {
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
        const shared = coalesceCalls(gateway, { clock, deadlineMs: DEADLINE_MS })
        let open = 0
        const outcomes = Array.from({ length: count }, async (_, index) => {
          const name = index % 2 === 0 ? 'a' : 'b'
          await s.schedule(Promise.resolve())
          open += 1
          const reader: Subscriber = {
            priority: 'keyed',
            signal: new AbortController().signal,
            retain: () => () => {},
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
