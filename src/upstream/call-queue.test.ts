import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import type { Priority, ReadContext } from '../game/gateway.ts'
import type { ServiceError } from '../platform/http/errors/service-error.ts'
import { createCallQueue } from './call-queue.ts'

interface Limits {
  readonly inFlightMax?: number
  readonly intervalMs?: number
  readonly waitingMax?: number
}

/** Creates a queue whose calls end on demand. */
function createScene({ inFlightMax = 2, intervalMs = 0, waitingMax = 8 }: Limits = {}) {
  const clock = createManualClock(0)
  const queue = createCallQueue({ clock, inFlightMax, intervalMs, waitingMax })
  const started: { name: string; priority: Priority; atMs: number; end: () => void }[] = []
  const rejected: string[] = []
  let open = 0
  let openMax = 0
  const run = (name: string, priority: Priority = 'keyed', deadlineMs = 8_000) => {
    const controller = new AbortController()
    const context: ReadContext = {
      signal: controller.signal,
      deadlineAtMs: clock.monotonicMs() + deadlineMs,
      priority,
    }
    const task = () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      open += 1
      openMax = Math.max(openMax, open)
      started.push({ name, priority, atMs: clock.monotonicMs(), end: () => resolve(name) })
      return promise.finally(() => (open -= 1))
    }
    const outcome = (async () =>
      queue.run(context, task, (reason) => rejected.push(reason)))().catch(
      (error: ServiceError) => ({ code: error.code, retryAfterS: error.retryAfterS }),
    )
    return { outcome, leave: () => controller.abort() }
  }
  const names = () => started.map(({ name }) => name)
  return { clock, queue, run, started, names, rejected, openMax: () => openMax }
}

const settle = () => new Promise(setImmediate)

describe('the call queue of a region', () => {
  it('limits calls in flight, and starts the next one when a call ends', async () => {
    const { run, names, started } = createScene({ inFlightMax: 2 })
    const calls = ['a', 'b', 'c'].map((name) => run(name))
    assert.deepEqual(names(), ['a', 'b'])
    started[0]?.end()
    assert.equal(await calls[0]?.outcome, 'a')
    await settle()
    assert.deepEqual(names(), ['a', 'b', 'c'])
  })

  it('keeps the interval between the starts of two calls', async () => {
    const { run, started, clock } = createScene({ intervalMs: 1_000 })
    for (const name of ['a', 'b', 'c']) run(name)
    clock.advance(999)
    assert.equal(started.length, 1)
    for (const call of started) call.end()
    await settle()
    clock.advance(1)
    started[1]?.end()
    await settle()
    clock.advance(5_000)
    assert.deepEqual(
      started.map(({ atMs }) => atMs),
      [0, 1_000, 2_000],
    )
  })

  it('rejects a call at once when the queue is full, with Retry-After', async () => {
    const { run, rejected, clock } = createScene({
      inFlightMax: 1,
      waitingMax: 1,
      intervalMs: 3_000,
    })
    run('a')
    clock.advance(500)
    run('b')
    assert.deepEqual(await run('c').outcome, { code: 'unavailable', retryAfterS: 6 })
    assert.deepEqual(rejected, ['queue_full'])
  })

  it('rejects a call at once when it could not start before its deadline', async () => {
    const { run, rejected } = createScene({ intervalMs: 3_000 })
    for (const name of ['a', 'b', 'c']) run(name)
    assert.deepEqual(await run('d').outcome, { code: 'unavailable', retryAfterS: 9 })
    assert.deepEqual(rejected, ['no_time'])
  })

  it('estimates the waiting time from earlier calls', async () => {
    const { run, rejected, started, clock } = createScene({ inFlightMax: 1 })
    for (let count = 0; count < 40; count += 1) {
      const { outcome } = run('before')
      clock.advance(5_000)
      started.at(-1)?.end()
      await outcome
    }
    run('a')
    clock.advance(4_000)
    run('b')
    assert.deepEqual(await run('c', 'keyed', 12_000).outcome, {
      code: 'unavailable',
      retryAfterS: 6,
    })
    assert.deepEqual(rejected, ['no_time'])
  })

  it('never estimates zero while hanging calls occupy all slots', async () => {
    const { run, clock } = createScene({ inFlightMax: 1, waitingMax: 1 })
    run('hung')
    run('waits')
    clock.advance(7_000)
    const { retryAfterS } = (await run('c').outcome) as { retryAfterS: number }
    assert.ok(retryAfterS >= 7, `${retryAfterS} s`)
  })

  it('starts no call that could not end in time, under any load', async () => {
    for (const [intervalMs, tookMs, everyMs] of [
      [1_000, 300, 50],
      [0, 3_000, 20],
    ] as const) {
      const clock = createManualClock(0)
      const queue = createCallQueue({ clock, inFlightMax: 16, intervalMs, waitingMax: 64 })
      let [started, answered] = [0, 0]
      for (let atMs = 0; atMs < 60_000; atMs += everyMs) {
        const deadline = new AbortController()
        clock.after(8_000, () => deadline.abort())
        const task = () => {
          started += 1
          const { promise, resolve, reject } = Promise.withResolvers<void>()
          clock.after(tookMs, resolve)
          deadline.signal.addEventListener('abort', () => reject(new Error('late')))
          return promise
        }
        const context = {
          priority: 'keyed',
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
      assert.ok(started > 50 && answered >= started * 0.75, `${answered} of ${started}`)
    }
  })

  it('never starts an aborted call', async () => {
    const { run, names, started } = createScene({ inFlightMax: 1 })
    run('a')
    const waiting = run('b')
    run('c')
    waiting.leave()
    assert.equal(((await waiting.outcome) as { code: string }).code, 'upstream_timeout')
    started[0]?.end()
    await settle()
    assert.deepEqual(names(), ['a', 'c'])
  })

  it('limits the collector to a quarter of the slots and of the starts', async () => {
    const { run, started } = createScene({ inFlightMax: 4, waitingMax: 100 })
    for (let index = 0; index < 25; index += 1) run(`c${index}`, 'collector')
    assert.equal(started.length, 1, 'of four places')
    for (let index = 0; index < 100; index += 1) run(`k${index}`)
    for (let index = 0; index < 60; index += 1) {
      started[index]?.end()
      await settle()
    }
    const collected = started.slice(4, 60).filter(({ priority }) => priority === 'collector').length
    assert.ok(collected >= 10 && collected <= 15, `${collected} of 56 turns`)
  })

  it('stays synchronous for a call that starts and replies at once', () => {
    const { queue, clock } = createScene({ inFlightMax: 1 })
    const context: ReadContext = {
      deadlineAtMs: 1,
      priority: 'keyed',
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

  it('keeps its limits and settles every call, in any order of events', async () => {
    const step = fc.oneof(
      fc.record({
        does: fc.constant('run' as const),
        priority: fc.constantFrom<Priority>('keyed', 'collector'),
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
          const { run, started, clock, openMax } = scene
          const calls: ReturnType<typeof run>[] = []
          for (const taken of steps) {
            if (taken.does === 'run') calls.push(run('x', taken.priority, taken.deadlineMs))
            else if (taken.does === 'end') started[taken.at]?.end()
            else if (taken.does === 'leave') calls[taken.at]?.leave()
            else clock.advance(taken.ms)
            await settle()
          }
          for (let round = 0; round < 100; round += 1) {
            for (const call of started) call.end()
            await settle()
            clock.advance(1_000)
          }
          await Promise.all(calls.map(({ outcome }) => outcome))
          assert.ok(openMax() <= inFlightMax)
          const starts = started.map(({ atMs }) => atMs)
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
