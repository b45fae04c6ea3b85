import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createReleaseQueue } from './release-queue.ts'

function open() {
  const clock = createManualClock(0)
  const sent: (readonly [developerId: string, leases: number])[] = []
  const struck: (readonly [developerId: string, leases: number])[] = []
  const store = { isAway: false }
  const queue = createReleaseQueue({
    clock,
    leaseMs: 15_000,
    remove: async (developerId, leaseIds) => {
      sent.push([developerId, leaseIds.length])
      if (store.isAway) throw new Error('away')
    },
    strike: async (developerId, leaseIds) => {
      struck.push([developerId, leaseIds.length])
      if (store.isAway) throw new Error('away')
    },
  })
  return { clock, sent, struck, store, queue }
}

describe('releases', () => {
  it('of one turn go out behind it, together for each developer, in commands of a bounded size', async () => {
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

  it('go out at once where something is sent that must come behind them', () => {
    const { queue, sent } = open()
    queue.add('ann', 'a')
    queue.add('ben', 'b')
    queue.send('ann')
    assert.deepEqual(sent, [['ann', 1]])
  })

  it('are tried again while the store is away, until they have lapsed', async () => {
    const { queue, sent, store, clock } = open()
    store.isAway = true
    queue.add('ann', 'a')
    await turn()
    for (const ms of [250, 250]) {
      clock.advance(ms)
      await turn()
    }
    assert.equal(sent.length, 3)
    store.isAway = false
    clock.advance(250)
    await turn()
    assert.equal(sent.length, 4)
    clock.advance(20_000)
    await turn()
    assert.equal(sent.length, 4)

    store.isAway = true
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

  it('in doubt are struck out, apart from the others', async () => {
    const { queue, sent, struck, clock } = open()
    queue.add('ann', 'a', { inDoubt: true })
    queue.add('ann', 'b')
    queue.add('ann', 'a')
    await turn()
    assert.deepEqual([sent, struck], [[['ann', 1]], [['ann', 1]]])
    assert.equal(clock.pending, 0)
  })

  it('in doubt go out however late the store is back: it may have begun the lease only then', async () => {
    const { queue, struck, store, clock } = open()
    store.isAway = true
    queue.add('ann', 'a', { inDoubt: true })
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await turn()
      clock.advance(1_000)
    }
    await turn()
    store.isAway = false
    const tried = struck.length
    clock.advance(250)
    await turn()
    assert.equal(struck.length, tried + 1)
    clock.advance(20_000)
    await turn()
    assert.equal(struck.length, tried + 1)
    assert.equal(clock.pending, 0)
  })

  it('are sent when the queue closes, which waits no longer than it may', async () => {
    const { queue, sent, clock } = open()
    queue.add('ann', 'a')
    await queue.close(1_000)
    assert.deepEqual(sent, [['ann', 1]])
    assert.equal(clock.pending, 0)

    const other = open()
    other.store.isAway = true
    other.queue.add('ann', 'a', { inDoubt: true })
    const closing = other.queue.close(1_000)
    for (let steps = 0; steps < 20; steps += 1) {
      await turn()
      other.clock.advance(50)
    }
    await closing
    assert.ok(other.struck.length > 5)
  })
})
