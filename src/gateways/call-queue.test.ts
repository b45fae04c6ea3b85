import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { Lane, ReadContext } from '../domain/gateway.ts'
import type { ServiceError } from '../domain/service-error.ts'
import { createCallQueue } from './call-queue.ts'

interface Pace {
  readonly inFlightMax?: number
  readonly intervalMs?: number
  readonly waitingMax?: number
}

/** A queue whose calls end when they are told to. */
function createScene({ inFlightMax = 2, intervalMs = 0, waitingMax = 8 }: Pace = {}) {
  const clock = createManualClock(0)
  const queue = createCallQueue({ clock, inFlightMax, intervalMs, waitingMax })
  const begun: { name: string; lane: Lane; atMs: number; end: () => void }[] = []
  const refused: string[] = []
  let open = 0
  let openMax = 0
  const run = (name: string, lane: Lane = 'keyed', deadlineMs = 8_000) => {
    const leaving = new AbortController()
    const context: ReadContext = {
      signal: leaving.signal,
      deadlineAtMs: clock.monotonicMs() + deadlineMs,
      lane,
    }
    const task = () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      open += 1
      openMax = Math.max(openMax, open)
      begun.push({ name, lane, atMs: clock.monotonicMs(), end: () => resolve(name) })
      return promise.finally(() => (open -= 1))
    }
    const outcome = (async () =>
      queue.run(context, task, (reason) => refused.push(reason)))().catch(
      (error: ServiceError) => ({ code: error.code, retryAfterS: error.retryAfterS }),
    )
    return { outcome, leave: () => leaving.abort() }
  }
  const names = () => begun.map(({ name }) => name)
  return { clock, queue, run, begun, names, refused, openMax: () => openMax }
}

const settle = () => new Promise(setImmediate)

describe('the queue of a region', () => {
  it('lets so many calls in flight, and the next one begin when one of them ends', async () => {
    const { run, names, begun } = createScene({ inFlightMax: 2 })
    const calls = ['a', 'b', 'c'].map((name) => run(name))
    assert.deepEqual(names(), ['a', 'b'])
    begun[0]?.end()
    assert.equal(await calls[0]?.outcome, 'a')
    await settle()
    assert.deepEqual(names(), ['a', 'b', 'c'])
  })

  it('leaves an interval between the beginnings of two calls', async () => {
    const { run, begun, clock } = createScene({ intervalMs: 1_000 })
    for (const name of ['a', 'b', 'c']) run(name)
    clock.advance(999)
    assert.equal(begun.length, 1)
    for (const call of begun) call.end()
    await settle()
    clock.advance(1)
    begun[1]?.end()
    await settle()
    clock.advance(5_000)
    assert.deepEqual(
      begun.map(({ atMs }) => atMs),
      [0, 1_000, 2_000],
    )
  })

  it('refuses at once what has no place to wait, and says when to come back', async () => {
    const { run, refused, clock } = createScene({
      inFlightMax: 1,
      waitingMax: 1,
      intervalMs: 3_000,
    })
    run('a')
    clock.advance(500)
    run('b')
    assert.deepEqual(await run('c').outcome, { code: 'unavailable', retryAfterS: 6 })
    assert.deepEqual(refused, ['queue_full'])
  })

  it('refuses at once what could not begin before its deadline', async () => {
    const { run, refused } = createScene({ intervalMs: 3_000 })
    for (const name of ['a', 'b', 'c']) run(name)
    assert.deepEqual(await run('d').outcome, { code: 'unavailable', retryAfterS: 9 })
    assert.deepEqual(refused, ['no_time'])
  })

  it('knows from earlier calls how long a place is waited for', async () => {
    const { run, refused, begun, clock } = createScene({ inFlightMax: 1 })
    for (let count = 0; count < 40; count += 1) {
      const { outcome } = run('before')
      clock.advance(5_000)
      begun.at(-1)?.end()
      await outcome
    }
    run('a')
    clock.advance(4_000)
    run('b')
    assert.deepEqual(await run('c', 'keyed', 12_000).outcome, {
      code: 'unavailable',
      retryAfterS: 6,
    })
    assert.deepEqual(refused, ['no_time'])
  })

  it('never says to come back while calls that hang hold all places', async () => {
    const { run, clock } = createScene({ inFlightMax: 1, waitingMax: 1 })
    run('hung')
    run('waits')
    clock.advance(7_000)
    const { retryAfterS } = (await run('c').outcome) as { retryAfterS: number }
    assert.ok(retryAfterS >= 7, `${retryAfterS} s`)
  })

  it('begins no call that could not be over in time, however many ask', async () => {
    for (const [intervalMs, tookMs, everyMs] of [
      [1_000, 300, 50],
      [0, 3_000, 20],
    ] as const) {
      const clock = createManualClock(0)
      const queue = createCallQueue({ clock, inFlightMax: 16, intervalMs, waitingMax: 64 })
      let [begun, answered] = [0, 0]
      for (let atMs = 0; atMs < 60_000; atMs += everyMs) {
        const deadline = new AbortController()
        clock.after(8_000, () => deadline.abort())
        const task = () => {
          begun += 1
          const { promise, resolve, reject } = Promise.withResolvers<void>()
          clock.after(tookMs, resolve)
          deadline.signal.addEventListener('abort', () => reject(new Error('late')))
          return promise
        }
        const context = {
          lane: 'keyed',
          deadlineAtMs: atMs + 8_000,
          signal: deadline.signal,
        } as const
        void (async () => queue.run(context, task, () => {}))().then(
          () => (answered += 1),
          () => {},
        )
        clock.advance(everyMs)
        await settle()
      }
      clock.advance(20_000)
      await settle()
      assert.ok(begun > 50 && answered >= begun * 0.75, `${answered} of ${begun}`)
    }
  })

  it('never begins a call that nobody waits for any more', async () => {
    const { run, names, begun } = createScene({ inFlightMax: 1 })
    run('a')
    const waiting = run('b')
    run('c')
    waiting.leave()
    assert.equal(((await waiting.outcome) as { code: string }).code, 'upstream_timeout')
    begun[0]?.end()
    await settle()
    assert.deepEqual(names(), ['a', 'c'])
  })

  it('gives the collector a quarter of the places and of the turns, and never more', async () => {
    const { run, begun } = createScene({ inFlightMax: 4, waitingMax: 100 })
    for (let index = 0; index < 25; index += 1) run(`c${index}`, 'collector')
    assert.equal(begun.length, 1, 'of four places')
    for (let index = 0; index < 100; index += 1) run(`k${index}`)
    for (let index = 0; index < 60; index += 1) {
      begun[index]?.end()
      await settle()
    }
    const collected = begun.slice(4, 60).filter(({ lane }) => lane === 'collector').length
    assert.ok(collected >= 10 && collected <= 15, `${collected} of 56 turns`)
  })

  it('stays synchronous for what can begin and answer at once', () => {
    const { queue, clock } = createScene({ inFlightMax: 1 })
    const context: ReadContext = {
      deadlineAtMs: 1,
      lane: 'keyed',
      get signal(): AbortSignal {
        throw new Error('Nobody waits.')
      },
    }
    assert.equal(
      queue.run(
        context,
        () => 'now',
        () => {},
      ),
      'now',
    )
    assert.throws(
      () =>
        queue.run(
          context,
          () => {
            throw new Error('thrown')
          },
          () => {},
        ),
      /thrown/,
    )
    assert.equal(
      queue.run(
        context,
        () => 'again',
        () => {},
      ),
      'again',
      'the place came back',
    )
    assert.equal(clock.pending, 0)
  })

  it('never has too many in flight or begins too early, and ends every call, in any order of things', async () => {
    const step = fc.oneof(
      fc.record({
        does: fc.constant('run' as const),
        lane: fc.constantFrom<Lane>('keyed', 'collector'),
        deadlineMs: fc.integer({ min: 1, max: 8_000 }),
      }),
      fc.record({ does: fc.constant('end' as const), at: fc.nat(20) }),
      fc.record({ does: fc.constant('leave' as const), at: fc.nat(20) }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.nat(3_000) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 1, 700),
        fc.array(step, { maxLength: 60 }),
        async (inFlightMax, intervalMs, steps) => {
          const scene = createScene({ inFlightMax, intervalMs, waitingMax: 5 })
          const { run, begun, clock, openMax } = scene
          const calls: ReturnType<typeof run>[] = []
          for (const taken of steps) {
            if (taken.does === 'run') calls.push(run('x', taken.lane, taken.deadlineMs))
            else if (taken.does === 'end') begun[taken.at]?.end()
            else if (taken.does === 'leave') calls[taken.at]?.leave()
            else clock.advance(taken.ms)
            await settle()
          }
          for (let round = 0; round < 100; round += 1) {
            for (const call of begun) call.end()
            await settle()
            clock.advance(1_000)
          }
          await Promise.all(calls.map(({ outcome }) => outcome))
          assert.ok(openMax() <= inFlightMax)
          const starts = begun.map(({ atMs }) => atMs)
          assert.ok(
            starts.every((atMs, at) => at === 0 || atMs - (starts[at - 1] ?? 0) >= intervalMs),
          )
          assert.equal(clock.pending, 0)
        },
      ),
      { numRuns: 50 },
    )
  })
})
