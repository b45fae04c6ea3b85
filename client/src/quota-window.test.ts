import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QuotaWindow, type Settled, type WindowSample } from './quota-window.ts'

const LIMIT = 10

/** What an answer says: so many left of ten, and so many seconds of the minute. */
function sample(left: number, endsInS: number): WindowSample {
  return { limit: LIMIT, left, window: { lengthMs: 60_000, endsInMs: endsInS * 1_000 } }
}

/** A request that was answered at once, among others. */
function settled(atMs: number, more: Partial<Settled> = {}): Settled {
  return { sentAtMs: atMs, receivedAtMs: atMs, alone: false, charged: true, open: 1, ...more }
}

/** A window of which one request has used one, at 0; it ends at 30,000 at the latest. */
function begun(): QuotaWindow {
  const window = new QuotaWindow(sample(9, 30))
  window.settle(settled(0), sample(9, 30))
  return window
}

describe('a window of the quota', () => {
  it('counts what is sent, whatever answers say that were overtaken', () => {
    const window = begun()
    for (const _ of [1, 2, 3]) window.send()
    assert.equal(window.left, 6)
    window.settle(settled(10, { open: 3 }), sample(6, 30))
    window.settle(settled(10, { open: 2 }), sample(8, 30))
    assert.equal(window.left, 6)
  })

  it('learns what others use', () => {
    const window = begun()
    window.send()
    window.settle(settled(10), sample(3, 30))
    assert.deepEqual([window.left, window.isShared], [3, true])
  })

  it('ends as early as any answer says', () => {
    const window = begun()
    window.send()
    window.settle(settled(5_200), sample(8, 24))
    assert.equal(window.endsAtMs, 29_200)
    window.send()
    window.settle(settled(6_900), sample(7, 23))
    assert.equal(window.endsAtMs, 29_200)
  })

  it('takes back what was not charged', () => {
    const window = begun()
    window.send()
    window.settle(settled(10, { charged: false }), undefined)
    assert.equal(window.left, 9)
  })

  it('keeps what was perhaps charged, until an answer that was alone says how it is', () => {
    const window = begun()
    window.send()
    window.settle(settled(10), undefined)
    assert.equal(window.left, 8)
    window.send()
    window.settle(settled(20, { alone: true }), sample(8, 30))
    assert.equal(window.left, 8)
  })

  it('counts what is under way in the new window, until its answer says that it was in the old one', () => {
    const window = begun()
    for (const _ of [1, 2]) window.send()
    window.turn(30_000, 2)
    assert.deepEqual([window.left, window.endsAtMs], [8, 90_000])
    window.settle({ ...settled(29_500, { open: 2 }), receivedAtMs: 30_100 }, sample(7, 1))
    assert.equal(window.left, 9)
    window.settle({ ...settled(29_900), receivedAtMs: 30_200 }, sample(9, 60))
    assert.equal(window.left, 9)
  })

  it('begins anew when an answer shows that the server has, before this client thought so', () => {
    const window = begun()
    for (const _ of [1, 2]) window.send()
    window.settle({ ...settled(29_300, { open: 2 }), receivedAtMs: 29_400 }, sample(9, 60))
    assert.deepEqual([window.left, window.endsAtMs], [8, 89_400])
  })

  it('is empty again after any number of idle minutes, in step with the server', () => {
    const window = begun()
    window.turn(30_000 + 5 * 60_000 + 1, 0)
    assert.deepEqual([window.left, window.endsAtMs], [10, 30_000 + 6 * 60_000])
  })

  it('says when the one behind so many others can go', () => {
    const window = begun()
    assert.equal(window.opensAtMs(8), Number.NEGATIVE_INFINITY)
    assert.equal(window.opensAtMs(9), 30_000)
    assert.equal(window.opensAtMs(18), 30_000)
    assert.equal(window.opensAtMs(19), 90_000)
  })
})
