import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventClock } from './event-clock-for-tests.ts'
import { parseShare } from './limit-share.ts'
import { ShareLease, type SharePlace } from './share-lease.ts'
import { good, rejection, startStub } from './stub-server-for-tests.ts'

/** A lease whose renewals a test answers. */
function startLease(answer: (nth: number) => Partial<SharePlace> | Error) {
  const clock = createEventClock(0)
  const renewals: number[] = []
  let changes = 0
  const lease = new ShareLease({
    clock,
    renew: async () => {
      renewals.push(clock.nowMs())
      const place = answer(renewals.length)
      if (place instanceof Error) throw place
      return { position: 1, count: 1, renewAfterMs: 10_000, settlesInMs: 0, ...place }
    },
    onChange: () => void (changes += 1),
  })
  return { clock, lease, renewals, changes: () => changes }
}

describe('a fixed share', () => {
  it('is a part of each limit, at least 1', () => {
    const share = parseShare('1/3')
    assert.deepEqual(
      [300, 10, 2].map((limit) => share?.partOf(limit)),
      [100, 3, 1],
    )
    assert.equal(parseShare('2/3')?.partOf(10), 6)
    assert.equal(parseShare('1/1')?.partOf(10), 10)
  })

  for (const text of ['', '1', '0/3', '4/3', '1/0', '1 / 3', '-1/3', '1/3/3', '1.5/3']) {
    it(`is never ${JSON.stringify(text)}`, () => assert.equal(parseShare(text), undefined))
  }
})

describe('a leased share', () => {
  it('divides limits so that the parts add up exactly', async () => {
    for (const count of [1, 2, 3, 7]) {
      const parts: number[] = []
      for (let position = 1; position <= count; position += 1) {
        const { lease } = startLease(() => ({ position, count }))
        await lease.enter()
        parts.push(lease.partOf(100))
      }
      assert.equal(
        parts.reduce((sum, part) => sum + part),
        100,
      )
      assert.ok(Math.max(...parts) - Math.min(...parts) <= 1)
    }
  })

  it('is at least 1, also where there are more processes than that', async () => {
    const { lease } = startLease(() => ({ position: 9, count: 9 }))
    await lease.enter()
    assert.equal(lease.partOf(4), 1)
  })

  it('is renewed while calls are under way, and not for an idle process', async () => {
    const { clock, lease, renewals } = startLease(() => ({}))
    await lease.enter()
    await clock.runUntil(25_000)
    assert.deepEqual(renewals, [0, 10_000, 20_000])
    lease.leave()
    await clock.runUntil(200_000)
    assert.equal(renewals.length, 3)
    await lease.enter()
    assert.equal(renewals.at(-1), 200_000)
    lease.leave()
  })

  it('stays when the server cannot be asked, which delays no call for long', async () => {
    const { clock, lease, renewals } = startLease((nth) =>
      nth === 1 ? { position: 2, count: 2 } : new Error('no server'),
    )
    await lease.enter()
    await clock.runUntil(25_000)
    assert.ok(renewals.length >= 2)
    assert.equal(lease.partOf(10), 5)
    lease.leave()
  })

  it('is the whole before the first answer', async () => {
    const { lease } = startLease(() => new Error('no server'))
    await lease.enter()
    assert.equal(lease.partOf(10), 10)
    lease.leave()
  })

  it('says when it has changed, and until when others may use more', async () => {
    const { clock, lease, changes } = startLease((nth) =>
      nth === 1 ? { settlesInMs: 3_000, renewAfterMs: 1_000 } : { count: 2, settlesInMs: 0 },
    )
    await lease.enter()
    assert.deepEqual([lease.settlesAtMs, changes()], [3_000, 0])
    await clock.runUntil(1_500)
    assert.deepEqual([lease.settlesAtMs, changes()], [3_000, 1])
    lease.leave()
  })
})

describe('a client that shares its limits', () => {
  const place = { instance: 'x', position: 1, count: 3, expiresAt: 1, limits: {} }

  it('asks the server for its part before its first request, and keeps to it', async () => {
    const answer = { ...place, renewAfterMs: 10_000, settlesInMs: 0 }
    const { client, clock, requests } = startStub(
      ({ url }) => (url.includes('/quota/shares?instance=') ? good(answer, SIX) : good({}, SIX)),
      { share: 'auto' },
    )
    const regions = ['jp', 'tw', 'en', 'kr'] as const
    const calls = Promise.all(regions.map((region) => client.announcement.list(region)))
    await clock.runUntil(9_000)
    assert.match(requests[0]?.url ?? '', /\/quota\/shares\?instance=[0-9a-f]{24}$/)
    assert.equal(requests.length, 3, 'a third of six a minute')
    await clock.runUntil(130_000)
    await calls
  })

  it('learns from that answer what others have used', async () => {
    const answer = { ...place, count: 1, renewAfterMs: 60_000, settlesInMs: 0 }
    const over = { ...SIX, ratelimit: '"minute";r=0;t=31, "day";r=9;t=99, "concurrency";r=9' }
    const { client, clock, requests } = startStub(
      ({ url }) => (url.includes('/shares') ? good(answer, over) : good({}, SIX)),
      { share: 'auto' },
    )
    const call = client.announcement.list('jp')
    const asked = () => requests.filter(({ url }) => !url.includes('/shares')).length
    await clock.runUntil(31_000)
    assert.equal(asked(), 0)
    await clock.runUntil(33_000)
    assert.equal(asked(), 1)
    await call
  })

  it('uses all of them where the server knows no shares', async () => {
    const { client, clock } = startStub(
      ({ url }) => (url.includes('/shares') ? rejection(404, 'not_found') : good({})),
      { share: 'auto' },
    )
    const call = client.announcement.list('jp')
    await clock.runUntil(9_000)
    await call
  })
})

/** Six requests a minute. */
const SIX = {
  'ratelimit-policy': '"minute";q=6;w=60, "day";q=99;w=86400, "concurrency";q=10;qu="x"',
  ratelimit: '"minute";r=5;t=31, "day";r=98;t=99, "concurrency";r=9',
}
