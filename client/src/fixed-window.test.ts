import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseShare, WHOLE, type LimitShare } from './limit-share.ts'
import { FixedWindow, type WindowSample } from './fixed-window.ts'
import type { Settled } from './rate-window.ts'

const LIMIT = 10

/** What an answer says: so many left of ten, and so many seconds of the minute. */
function sample(left: number, endsInS: number): WindowSample {
  return { limit: LIMIT, left, lengthMs: 60_000, endsInMs: endsInS * 1_000 }
}

/** A request that was answered at once, among others. */
function settled(atMs: number, more: Partial<Settled> = {}): Settled {
  return { sentAtMs: atMs, receivedAtMs: atMs, alone: false, charged: true, open: 1, ...more }
}

/** A window of which one request has used one, at 0; it ends at 30,000 at the latest. */
function begun(share: LimitShare = WHOLE): FixedWindow {
  const window = new FixedWindow(sample(9, 30), share)
  window.settle(settled(0), sample(9, 30))
  return window
}

/** A share of all ten, until the test changes it. */
function changingShare() {
  let part = LIMIT
  const share: LimitShare = { partOf: () => part, settlesAtMs: -Infinity }
  return { share, setPart: (next: number) => void (part = next) }
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
    assert.deepEqual([window.left, window.hasRoom(2), window.hasRoom(3)], [3, true, false])
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

  it('leaves the rest to others when it has a share', () => {
    const window = begun(parseShare('1/3'))
    assert.equal(window.left, 2)
    for (const _ of [1, 2]) window.send()
    assert.equal(window.left, 0)
    assert.deepEqual([window.opensAtMs(0), window.opensAtMs(3)], [30_000, 90_000])
    window.turn(30_000, 0)
    assert.equal(window.left, 3)
  })

  it('sends no more than remains for all, whatever its share', () => {
    const window = begun(parseShare('1/2'))
    window.send()
    window.settle(settled(10), sample(1, 30))
    assert.equal(window.left, 1)
  })

  it('has a smaller share at once, and a larger one in the next window', () => {
    const { share, setPart } = changingShare()
    const window = begun(share)
    for (const _ of [1, 2, 3]) window.send()
    setPart(5)
    window.reshare()
    assert.equal(window.left, 1)
    setPart(10)
    window.reshare()
    assert.equal(window.left, 1)
    window.turn(30_000, 0)
    assert.equal(window.left, 10)
  })

  it('divides what remains of a day when it has used more than its share', () => {
    const { share, setPart } = changingShare()
    const sampled = { ...sample(9, 30), lengthMs: 86_400_000 }
    const window = new FixedWindow(sampled, share)
    window.settle(settled(0), sampled)
    for (const _ of [1, 2, 3, 4, 5]) window.send()
    setPart(5)
    window.reshare()
    assert.equal(window.left, 2)
  })
})
