import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { openUsageApart } from './open-usage-apart.ts'
import type { UsageAnswer, UsageOrder } from './usage-thread.ts'

const FLUSH = { process: 'p', sequence: 1, rows: [], page: undefined }
const SECONDS = 1_000

/** A store whose threads answer at once, or never for questions of some kind, and what became of them. */
function scene(silentFor: readonly string[] = []) {
  const clock = createManualClock(0)
  const threads: { orders: UsageOrder[]; isEnded: boolean }[] = []
  const start = () => {
    const thread = { orders: [] as UsageOrder[], isEnded: false }
    threads.push(thread)
    const worker = Object.assign(new EventEmitter(), {
      ref: () => {},
      unref: () => {},
      terminate: async () => {
        thread.isEnded = true
        worker.emit('exit')
      },
      postMessage: (order: UsageOrder) => {
        thread.orders.push(order)
        if (order === 'close') {
          thread.isEnded = true
          worker.emit('exit')
        } else if (!silentFor.includes(order.call.method)) {
          worker.emit('message', { nth: order.nth, result: true } satisfies UsageAnswer)
        }
      },
    })
    return worker as unknown as Worker
  }
  return { clock, threads, store: openUsageApart('nowhere', clock, start) }
}

describe('usage in threads', () => {
  it('is added while somebody looks, and also when that takes too long', async () => {
    const { clock, store, threads } = scene(['sums'])
    const looking = store.sums({ fromHour: 0, toHour: 1, by: [] })
    assert.equal(await store.add(FLUSH, 1), true)
    clock.advance(10 * SECONDS)
    await assert.rejects(looking, /no answer in 10000 ms/)
    assert.equal(await store.add(FLUSH, 1), true)
    assert.deepEqual(
      threads.map(({ isEnded }) => isEnded),
      [true, false],
    )
    await store.close()
  })

  it('takes no memory for a thread that nobody has asked for a minute', async () => {
    const { clock, store, threads } = scene()
    await store.add(FLUSH, 1)
    clock.advance(59 * SECONDS)
    await store.add(FLUSH, 1)
    clock.advance(59 * SECONDS)
    assert.deepEqual([threads.length, threads[0]?.isEnded], [1, false])
    clock.advance(2 * SECONDS)
    assert.equal(threads[0]?.isEnded, true)
    assert.equal(await store.add(FLUSH, 1), true)
    assert.equal(threads.length, 2)
    await store.close()
    assert.equal(threads[1]?.isEnded, true)
  })
})
