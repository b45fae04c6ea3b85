import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventId, musicId } from './generated/ids.ts'
import {
  COUNTED,
  good,
  goodPublic,
  headersOf,
  rejection,
  startStub,
} from './stub-server-for-tests.ts'

const BASE = 'http://server.test/api/public/v1/game'
const EVENT = eventId('2002')

describe('a public call', () => {
  it('asks with every parameter in its place, and never with the key', async () => {
    const { client, requests } = startStub(() => goodPublic({}))
    await client.public.events.current('jp')
    await client.public.event.cutoffsAt('tw', { eventId: EVENT, time: new Date(5_000) })
    await client.public.current.speed('jp', { ranks: [1, 100], window: '1h' })
    await client.public.music.board('kr', { musicId: musicId(301) })
    await client.public.watches('en')
    assert.deepEqual(
      requests.map(({ url }) => url.slice(BASE.length)),
      [
        '/jp/events/current',
        '/tw/events/2002/cutoffs/at/5000',
        '/jp/events/current/speed?ranks=1&ranks=100&window=1h',
        '/kr/music/301/board',
        '/en/watches',
      ],
    )
    for (const request of requests) {
      assert.deepEqual(Object.keys(headersOf(request)), ['user-agent'])
    }
  })

  it('needs no key, and a keyed call says that it does', async () => {
    const { client } = startStub(
      ({ url }) => (url.includes('/public/') ? goodPublic({}) : rejection(401, 'invalid_api_key')),
      { key: undefined },
    )
    await client.public.events.current('jp')
    await assert.rejects(client.announcement.list('jp'), {
      code: 'invalid_api_key',
      message: /^GET http:.*announcements: invalid_api_key \(401\): .* needs the option key/,
    })
  })

  it('states when its snapshot was fetched, the limits, and for how long nothing is newer', async () => {
    const { client } = startStub(() => goodPublic({}, { age: '10', 'x-request-id': 'ab' }))
    const result = await client.public.event.cutoffs('jp', { eventId: EVENT })
    assert.equal(result.fetchedAt?.toISOString(), '2026-11-21T12:00:00.000Z')
    assert.equal(result.fetchedAtMs, Date.UTC(2026, 10, 21, 12))
    assert.deepEqual([result.freshForMs, result.requestId], [20_000, 'ab'])
    assert.deepEqual(result.limits.minute, {
      limit: 120,
      remaining: undefined,
      resetsInMs: undefined,
    })
  })

  it('leaves absent what has a meaning when it is absent', async () => {
    const { client } = startStub(() =>
      goodPublic({
        ranks: [{ rank: 1 }, { rank: 2, unknown: 'gap' }],
        gaps: [{ from: '5', reason: 'maintenance' }],
      }),
    )
    const { data } = await client.public.event.speed('jp', { eventId: EVENT, ranks: [1, 2] })
    assert.deepEqual(
      data.ranks.map(({ perHour, unknown }) => [perHour, unknown]),
      [
        [0, undefined],
        [undefined, 'gap'],
      ],
    )
    assert.deepEqual([data.gaps[0]?.until, data.event], [undefined, undefined])
  })

  it('rejects what is not of the public API', async () => {
    const { client } = startStub(() => Response.json({}))
    await assert.rejects(client.public.watches('jp'), {
      code: 'unexpected_answer',
      message: /It has no ratelimit-policy/,
    })
  })
})

describe('the entries of a long history', () => {
  const page = (nth: number, more: object = {}) =>
    goodPublic({
      entries: [{ fetchedAt: String(nth) }],
      ...(nth < 3 && { nextFrom: String(nth) }),
      ...more,
    })

  it('come from as many pages as there are', async () => {
    const { client, requests } = startStub((_, nth) => page(nth))
    const seen: (string | undefined)[] = []
    const parameters = { eventId: EVENT, ranks: [1], step: '1h' } as const
    for await (const { fetchedAt } of client.public.event.iterHistory('jp', parameters)) {
      seen.push(fetchedAt)
    }
    assert.deepEqual(seen, ['1', '2', '3'])
    assert.deepEqual(
      requests.map(({ url }) => new URL(url).searchParams.get('from')),
      [null, '1', '2'],
    )
  })

  it('are of the run of the first page, also when the next one has started', async () => {
    const event = { id: '2002', startsAt: '77' }
    const { client, requests } = startStub((_, nth) => page(nth, { event }))
    const entries = client.public.current.iterHistory('jp', { ranks: [1] })
    while ((await entries.next()).done !== true);
    assert.deepEqual(
      requests.map(({ url }) => url.slice(BASE.length)),
      [
        '/jp/events/current/history?ranks=1',
        '/jp/events/2002/history?from=1&ranks=1&startsAt=77',
        '/jp/events/2002/history?from=2&ranks=1&startsAt=77',
      ],
    )
  })

  it('have a gap once that lies in two pages', async () => {
    const gap = { gap: { from: '5', reason: 'maintenance' } }
    const { client } = startStub((_, nth) =>
      goodPublic({
        entries: [{ fetchedAt: String(nth) }, gap].slice(nth === 2 ? 1 : 0),
        ...(nth === 1 && { nextFrom: '5' }),
      }),
    )
    const seen: unknown[] = []
    const parameters = { musicId: musicId(1), ranks: [1] }
    for await (const entry of client.public.music.iterHistory('jp', parameters)) {
      seen.push(entry.gap?.from ?? entry.fetchedAt)
    }
    assert.deepEqual(seen, ['1', '5'])
  })

  it('end with an error where one repeats', async () => {
    const { client } = startStub(() => goodPublic({ nextBefore: '7' }))
    const events = client.public.events.iterList('jp', { before: '7' })
    await assert.rejects(events.next(), { code: 'unexpected_answer' })
  })
})

describe('calls about the developer', () => {
  const quota = {
    minute: { limit: 300, used: 1, remaining: 299, resetsAt: 1 },
    day: { limit: 300, used: 1, remaining: 299, resetsAt: 1 },
    concurrency: { limit: 10, used: 0, remaining: 10 },
  }

  it('carry the key and wait for no quota', async () => {
    const over = { ...COUNTED, ratelimit: '"minute";r=0;t=31, "day";r=1;t=9, "concurrency";r=9' }
    const { client, requests } = startStub(({ url }) =>
      url.includes('/developer/') ? good(quota) : good({}, over),
    )
    await client.announcement.list('jp')
    const { data } = await client.developer.quota()
    assert.equal(data.minute.remaining, 299)
    assert.equal(requests[1]?.url, 'http://server.test/api/developer/v1/quota')
    assert.equal(headersOf(requests[1])['authorization'], 'Bearer bkl_secret-key')
  })

  it('reject what is not whole, or of another server', async () => {
    for (const answer of [good({}), good({ ...quota, day: undefined }), Response.json(quota)]) {
      const { client } = startStub(() => answer)
      await assert.rejects(client.developer.quota(), { code: 'unexpected_answer' })
    }
  })
})

describe('the limits of a network', () => {
  it('are kept without a key, and no limit of the developer counts', async () => {
    const few = { 'ratelimit-policy': '"minute";q=2;w=60, "concurrency";q=8;qu="x"' }
    const { client, clock, requests } = startStub(() => goodPublic({}, few))
    const regions = ['jp', 'tw', 'en'] as const
    const calls = Promise.all(regions.map((region) => client.public.watches(region)))
    await clock.runUntil(50_000)
    assert.equal(requests.length, 2)
    await clock.runUntil(62_000)
    assert.equal(requests.length, 3)
    await calls
  })
})
