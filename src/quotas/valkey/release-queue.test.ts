import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createReleaseQueue } from './release-queue.ts'

function open() {
  const clock = createManualClock(0)
  const sent: (readonly [developerId: string, leases: number])[] = []
  const canceled: (readonly [developerId: string, leases: number])[] = []
  const store = { isUnavailable: false }
  const queue = createReleaseQueue({
    clock,
    leaseMs: 15_000,
    schedule: () => setImmediate(() => queue.sendAll()),
    remove: async (developerId, leaseIds) => {
      sent.push([developerId, leaseIds.length])
      if (store.isUnavailable) throw new Error('away')
    },
    cancel: async (developerId, leaseIds) => {
      canceled.push([developerId, leaseIds.length])
      if (store.isUnavailable) throw new Error('away')
    },
  })
  return { clock, sent, canceled, store, queue }
}

describe('releases', () => {
  it('of one event-loop iteration are batched by developer into commands of bounded size', async () => {
    const { queue, sent } = open()
    for (let lease = 0; lease < 501; lease += 1) queue.add('ann', String(lease))
    for (const lease of ['x', 'x', 'y']) queue.add('ben', lease)
    assert.deepEqual(sent, [])
    await turn()
    assert.deepEqual(sent, [
      ['ann', 500],
      ['ann', 1],
      ['ben', 2],
    ])
    await turn()
    assert.equal(sent.length, 3)
  })

  it('are sent at once before a command that must follow them', () => {
    const { queue, sent } = open()
    queue.add('ann', 'a')
    queue.add('ben', 'b')
    queue.sendAll()
    assert.deepEqual(sent, [
      ['ann', 1],
      ['ben', 1],
    ])
  })

  it('are retried while the store is unavailable, until the leases expire', async () => {
    const { queue, sent, store, clock } = open()
    store.isUnavailable = true
    queue.add('ann', 'a')
    await turn()
    for (const ms of [250, 250]) {
      clock.advance(ms)
      await turn()
    }
    assert.equal(sent.length, 3)
    store.isUnavailable = false
    clock.advance(250)
    await turn()
    assert.equal(sent.length, 4)
    clock.advance(20_000)
    await turn()
    assert.equal(sent.length, 4)

    store.isUnavailable = true
    queue.add('ann', 'b')
    await turn()
    for (let seconds = 0; seconds < 20; seconds += 1) {
      clock.advance(1_000)
      await turn()
    }
    const tried = sent.length
    clock.advance(10_000)
    await turn()
    assert.equal(sent.length, tried)
    assert.equal(clock.pending, 0)
  })

  it('with an unknown outcome are canceled, apart from the others', async () => {
    const { queue, sent, canceled, clock } = open()
    queue.add('ann', 'a', { outcomeUnknown: true })
    queue.add('ann', 'b')
    queue.add('ann', 'a')
    await turn()
    assert.deepEqual([sent, canceled], [[['ann', 1]], [['ann', 1]]])
    assert.equal(clock.pending, 0)
  })

  it('with an unknown outcome are sent however late the store is up: the lease may start only then', async () => {
    const { queue, canceled, store, clock } = open()
    store.isUnavailable = true
    queue.add('ann', 'a', { outcomeUnknown: true })
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await turn()
      clock.advance(1_000)
    }
    await turn()
    store.isUnavailable = false
    const tried = canceled.length
    clock.advance(250)
    await turn()
    assert.equal(canceled.length, tried + 1)
    clock.advance(20_000)
    await turn()
    assert.equal(canceled.length, tried + 1)
    assert.equal(clock.pending, 0)
  })

  it('are sent when the queue closes, within its time limit', async () => {
    const { queue, sent, clock } = open()
    queue.add('ann', 'a')
    await queue.close(1_000)
    assert.deepEqual(sent, [['ann', 1]])
    assert.equal(clock.pending, 0)

    const other = open()
    other.store.isUnavailable = true
    other.queue.add('ann', 'a', { outcomeUnknown: true })
    const closing = other.queue.close(1_000)
    for (let steps = 0; steps < 20; steps += 1) {
      await turn()
      other.clock.advance(50)
    }
    await closing
    assert.ok(other.canceled.length > 5)
  })
})
