import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock, type ManualClock } from '../../test/harness/manual-clock.ts'
import type { Gateway } from '../game/gateway.ts'
import type { Region } from '../game/region.ts'
import type { GatewayObservation } from './observations.ts'
import { upstreamTimeout } from '../platform/http/errors/service-error.ts'
import { readResponse } from './http/response/read-response.ts'
import { normalizeGateway } from './normalizing-gateway.ts'
import { createThreadBudget, createThreadBudgets, type ThreadBudget } from './thread-budget.ts'

const NEVER = { signal: new AbortController().signal }
const BURST_MS = 250

describe('the serving thread’s time for the messages of one region', () => {
  it('is unlimited below its share, however long that goes on', () => {
    const { clock, budget, exhausted } = createBudget({ percent: 25 })
    for (let second = 0; second < 600; second += 1) {
      // Large boards: a fifth of the thread, and the boards of a collector once a minute.
      const count = second % 60 === 0 ? 100 : 80
      for (let at = 0; at < count; at += 1) {
        assert.equal(
          budget.run(() => work(clock, 2.5), NEVER),
          2.5,
        )
      }
      clock.advance(1_000 - count * 2.5)
    }
    assert.equal(exhausted(), 0)
  })

  it('is bounded by its share and one burst, whatever is asked of it', async () => {
    for (const percent of [10, 50]) {
      for (const sliceMs of [0.25, 1, 20, 300]) {
        const { clock, budget, exhausted } = createBudget({ percent })
        let usedMs = 0
        let waiting = 0
        const demand = () => {
          while (waiting < 16) {
            waiting += 1
            const done = budget.run(() => {
              usedMs += work(clock, sliceMs)
            }, NEVER)
            if (!(done instanceof Promise)) waiting -= 1
            else void done.then(() => (waiting -= 1))
          }
        }
        while (clock.monotonicMs() < 60_000) {
          demand()
          clock.advance(1)
          await Promise.resolve()
        }
        const share = (clock.monotonicMs() * percent) / 100
        assert.ok(usedMs <= BURST_MS + share + sliceMs, `${percent} % × ${sliceMs} ms: ${usedMs}`)
        // It is a limit and no ban: most of the share can be used.
        assert.ok(usedMs >= share * 0.7, `${percent} % × ${sliceMs} ms: ${usedMs}`)
        assert.ok(exhausted() > 0)
      }
    }
  })

  it('lets waiting work run in its order, for about 5 ms in one turn however late its timer is', async () => {
    const clock = createManualClock(0)
    const late: typeof clock = { ...clock, after: (ms, run) => clock.after(ms + 1_000, run) }
    const budget = createThreadBudget({ clock: late, percent: 50, onExhausted: () => {} })
    await budget.run(() => work(clock, BURST_MS * 2 + 20), NEVER)
    const runs: { at: number; startMs: number }[] = []
    const run = (at: number) => {
      runs.push({ at, startMs: clock.monotonicMs() })
      work(clock, 2)
    }
    const waiting = Array.from({ length: 7 }, (_, at) => budget.run(() => run(at), NEVER))
    assert.ok(waiting.every((one) => one instanceof Promise))
    clock.advance(1_020)
    assert.deepEqual(runs, [])
    clock.advance(5_000)
    await Promise.all(waiting)
    assert.deepEqual(
      runs.map(({ at }) => at),
      [0, 1, 2, 3, 4, 5, 6],
    )
    const starts = runs.map(({ startMs }) => startMs)
    const turns = [starts.slice(0, 3), starts.slice(3, 6), starts.slice(6)]
    for (const [first = 0, ...others] of turns)
      assert.deepEqual(
        others,
        others.map((_, at) => first + 2 * (at + 1)),
      )
    assert.ok((starts[3] ?? 0) - (starts[2] ?? 0) > 1_000)
    assert.equal(clock.pending, 0)
  })

  it('drops the work of a call that ends while it waits, and leaves no timer', async () => {
    const { clock, budget } = createBudget({ percent: 50 })
    await budget.run(() => work(clock, BURST_MS * 3), NEVER)
    const ending = new AbortController()
    let ran = false
    const waiting = budget.run(() => (ran = true), ending)
    assert.equal(clock.pending, 1)
    ending.abort(new Error('deadline'))
    await assert.rejects(Promise.resolve(waiting), /deadline/)
    await assert.rejects(Promise.resolve(budget.run(() => (ran = true), ending)), /deadline/)
    assert.equal(clock.pending, 0)
    clock.advance(60_000)
    assert.equal(ran, false)
    await assert.rejects(async () => budget.run(() => assert.fail('its own'), NEVER), /its own/)
  })
})

describe('a region whose messages take too much time', () => {
  it('times out by its calls’ deadline, while another region is read at once', async () => {
    const { clock, budgets, observations } = createRegions()
    const read = (region: Region, signal: AbortSignal) => {
      const gateway: Gateway = {
        read: () => ({ message: { maxRank: 7, ranking: [] }, fetchedAtMs: 5 }),
        close: () => {},
      }
      const options = { clock, observe: () => {}, budgets }
      const call = { operation: 'arena.ranking', region, arguments: {} } as const
      const context = { signal, deadlineAtMs: 8_000, priority: 'keyed' } as const
      return normalizeGateway(gateway, options).read(call, context)
    }
    await budgets.kr.run(() => work(clock, 20_000), NEVER)
    const deadline = new AbortController()
    const slow = read('kr', deadline.signal)
    const expected = { message: { maxRank: '7' }, fetchedAtMs: 5 }
    for (const region of ['tw', 'jp', 'en'] as const) {
      assert.deepEqual(read(region, NEVER.signal), expected)
    }
    clock.advance(8_000)
    deadline.abort(upstreamTimeout())
    await assert.rejects(Promise.resolve(slow), { code: 'upstream_timeout' })
    assert.deepEqual(observations, [{ type: 'gateway.throttled', region: 'kr' }])
    clock.advance(14_000)
    assert.deepEqual(read('kr', NEVER.signal), expected)
  })

  it('has every slice charged: small messages, chunks of large ones, and errors', async () => {
    const { clock, budgets } = createRegions()
    const call = { operation: 'arena.ranking', region: 'kr', arguments: {} } as const
    const chunks = { rest: '{}', list: { name: 'ranking', chunks: ['[1]', '[2]'] } }
    const bodyOf = (bytes: number) => Buffer.from(JSON.stringify({ junk: 'x'.repeat(bytes) }))
    const cases: readonly [string, number, Uint8Array][] = [
      ['small', 200, bodyOf(10)],
      ['large', 200, bodyOf(300_000)],
      ['error', 404, Buffer.from('{"error":{"kind":"not_found"}}')],
    ]
    for (const [name, status, body] of cases) {
      const charged: string[] = []
      const budget: ThreadBudget = {
        run: (slice, context) => {
          charged.push(name)
          return budgets.kr.run(slice, context)
        },
      }
      await budgets.kr.run(() => work(clock, BURST_MS * 2), NEVER)
      let isRead = false
      const options = { call, clock, ...NEVER, budget, splitInWorker: async () => chunks }
      const reading = readResponse({ status, headers: {}, body }, options).then(
        () => (isRead = true),
        () => (isRead = true),
      )
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      assert.deepEqual([isRead, charged], [false, [name]], name)
      clock.advance(10_000)
      await reading
      assert.equal(charged.length, name === 'large' ? 3 : 1)
    }
  })
})

/** Work that takes so many milliseconds. */
function work(clock: ManualClock, ms: number): number {
  clock.advance(ms)
  return ms
}

function createBudget({ percent }: { readonly percent: number }) {
  const clock = createManualClock(0)
  let exhausted = 0
  const onExhausted = () => void (exhausted += 1)
  const budget = createThreadBudget({ clock, percent, onExhausted })
  return { clock, budget, exhausted: () => exhausted }
}

function createRegions() {
  const clock = createManualClock(1_000)
  const observations: GatewayObservation[] = []
  const observe = (observation: GatewayObservation) => void observations.push(observation)
  return { clock, observations, budgets: createThreadBudgets({ clock, percent: 50, observe }) }
}
