import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { BacklineError } from './backline-error.ts'
import { createClient } from './client.ts'
import { eventId, gachaId, playerId, profileId } from './generated/ids.ts'
import { good, headersOf, rejection, startStub } from './stub-server-for-tests.ts'

const BOARD = {
  ranking: [
    { rank: 1, point: 5, profile: { name: 'A', profileCard: {} } },
    { rank: 10 },
    { rank: 10 },
  ],
}
const EVENT = eventId('1')
const BASE = 'http://server.test/api/open/v1/game'

describe('a call', () => {
  it('asks with every parameter in its place, and leaves out what is not given', async () => {
    const { client, requests } = startStub(() => good({}))
    await client.announcement.list('tw')
    await client.circle.search('en', { name: 'a&b /?', joinRule: 'AUTO', playStyle: undefined })
    await client.event.ranking('jp', { eventId: eventId('2004'), ranks: [100, 1, 100] })
    await client.profile.get('jp', { profileId: profileId('70001') })
    await client.profile.card('jp', { profileId: profileId('70001'), page: 2 })
    assert.deepEqual(
      requests.map(({ url }) => url.slice(BASE.length)),
      [
        '/tw/announcements',
        '/en/circles/search?options.joinRule=AUTO&options.name=a%26b%20%2F%3F',
        '/jp/event/ranking?eventId=2004&ranks=1&ranks=100',
        '/jp/profile?playerProfileId=70001',
        '/jp/profile/70001/card/2',
      ],
    )
  })

  it('fills in what was left out, or leaves it out where that is wanted', async () => {
    const { client, sparse } = startStub(() => good(BOARD))
    const asked = { eventId: EVENT, ranks: [1, 10] }
    const [row] = (await client.event.ranking('jp', asked)).data.ranking
    assert.equal(row?.profile?.rankExp, 0)
    assert.equal(row?.profile?.profileId, '0')
    assert.deepEqual(row?.profile?.profileCard, { name: '', slot: 0, thumbnailUrl: [] })
    assert.deepEqual((await sparse.event.ranking('jp', asked)).data, BOARD)
  })

  it('leaves an absent message absent: a deleted player has no profile', async () => {
    const { client } = startStub(() => good(BOARD))
    const { data } = await client.event.ranking('jp', { eventId: EVENT, ranks: [1, 10] })
    const [first, deleted] = data.ranking
    assert.equal(first?.profile?.favoriteMemberCard, undefined)
    assert.deepEqual(deleted, { rank: 10, point: 0 })
  })

  it('keeps fields that a newer server has, and entries of maps whatever their names', async () => {
    const { client } = startStub(() =>
      good(JSON.parse('{"products":{"__proto__":0,"7":1},"newer":{"a":1}}')),
    )
    const { data } = await client.gacha.rates('jp', { gachaId: gachaId(1) })
    assert.equal(
      JSON.stringify(data),
      '{"ensuredLot":[],"ensuredPrize":[],"ensuredProducts":{},"lot":[],"prize":[],"probabilities":{},"products":{"7":1,"__proto__":0},"newer":{"a":1}}',
    )
  })

  it('says of each rank what came: all rows of a tie, and none, which is not zero', async () => {
    const { client } = startStub(() => good(BOARD))
    const { byRank } = await client.event.ranking('jp', { eventId: EVENT, ranks: [57, 10, 1] })
    assert.deepEqual(
      [...byRank].map(([rank, rows]) => [rank, rows.length]),
      [
        [57, 0],
        [10, 2],
        [1, 1],
      ],
    )
    assert.equal(byRank.get(57)?.[0]?.point, undefined)
  })

  it('says how old the data is by the server’s clock, and for how long it stays so', async () => {
    const { client } = startStub((_, nth) =>
      good({}, nth === 1 ? {} : { 'cache-status': 'backline; hit; ttl=12' }),
    )
    const first = await client.announcement.list('jp')
    assert.equal(first.fetchedAt.toISOString(), '2026-11-21T12:00:06.500Z')
    assert.deepEqual([first.ageMs, first.cached, first.freshForMs], [3_500, false, 15_000])
    assert.deepEqual([first.joined, first.requestIds], [false, ['4dd01df2268e7367d49dd7e3']])
    const second = await client.announcement.list('jp')
    assert.deepEqual([second.cached, second.freshForMs], [true, 12_000])
  })

  it('believes Age where a proxy has put a Date of its own', async () => {
    for (const [date, ageMs] of [
      ['Sat, 21 Nov 2026 11:00:00 GMT', 3_999],
      ['Sat, 21 Nov 2026 13:00:00 GMT', 3_999],
      ['Sat, 21 Nov 2026 12:00:07 GMT', 3_000],
      ['no date', 3_999],
    ] as const) {
      const { client } = startStub(() => good({}, { date }))
      assert.equal((await client.announcement.list('jp')).ageMs, ageMs, date)
    }
  })

  it('gives the bytes of an image', async () => {
    const { client } = startStub(
      () => new Response(new Uint8Array([137, 80]), { headers: good({}).headers }),
    )
    const { data } = await client.profile.card('jp', { profileId: profileId('1'), page: 1 })
    assert.deepEqual(data, new Uint8Array([137, 80]))
  })
})

describe('more than one request can ask', () => {
  it('is asked in parts and joined, in order, and as old as the oldest part', async () => {
    const { client, requests } = startStub(({ url }) => {
      const ranks = new URL(url).searchParams.getAll('ranks').map(Number)
      const isLast = ranks.includes(250)
      return good(
        { ranking: ranks.map((rank) => ({ rank })) },
        isLast ? { 'x-fetched-at': String(Date.UTC(2026, 10, 21, 12)), age: '10' } : {},
      )
    })
    const ranks = Array.from({ length: 250 }, (_, at) => 250 - at)
    const result = await client.event.ranking('jp', { eventId: EVENT, ranks })
    assert.equal(requests.length, 3)
    assert.deepEqual([result.joined, result.requestIds.length], [true, 3])
    assert.deepEqual(
      result.data.ranking.map(({ rank }) => rank),
      ranks.toReversed(),
    )
    assert.deepEqual([...result.byRank.keys()], ranks)
    assert.equal(result.fetchedAt.toISOString(), '2026-11-21T12:00:00.000Z')
    assert.equal(result.ageMs, 10_000)
  })

  it('keeps ids as they were given, however they are spelled', async () => {
    const { client, requests } = startStub(({ url }) => {
      const ids = new URL(url).searchParams.getAll('accountIds')
      return good({ players: ids.map((id) => ({ accountId: String(BigInt(id)) })) })
    })
    const accountIds = ['007', ...Array.from({ length: 100 }, (_, at) => at + 1_000)].map(playerId)
    const { byAccountId } = await client.profile.batch('jp', { accountIds })
    assert.equal(requests.length, 2)
    assert.ok(requests[0]?.url.includes('accountIds=007&accountIds=1000'))
    assert.deepEqual(
      byAccountId.get(playerId('007'))?.map(({ accountId }) => accountId),
      ['7'],
    )
  })

  it('fails as a whole, and asks for no more', async () => {
    const { client, clock, requests } = startStub(({ signal }, nth) =>
      nth === 1
        ? rejection(404, 'not_found')
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error()))),
    )
    const ranks = Array.from({ length: 500 }, (_, at) => at + 1)
    const failed = assert.rejects(client.event.ranking('jp', { eventId: EVENT, ranks }), {
      code: 'not_found',
    })
    await clock.runUntil(2_000)
    await failed
    assert.ok(requests.length <= 2)
  })
})

describe('the key', () => {
  it('stands in the header, and in nothing that the client shows', async () => {
    const { client, requests } = startStub(() => rejection(401, 'invalid_api_key'))
    const failure: unknown = await client.announcement.list('jp').catch((error: unknown) => error)
    assert.ok(failure instanceof BacklineError)
    assert.equal(headersOf(requests[0])['authorization'], 'Bearer bkl_secret-key')
    assert.equal(requests[0]?.init.redirect, 'manual', 'nobody else is shown it')
    const shown = [client, failure].flatMap((one) => [
      inspect(one, { depth: 9, showHidden: true }),
      JSON.stringify(one),
    ])
    assert.ok(!String(failure).includes('secret-key'))
    assert.ok(!shown.join().includes('secret-key'))
  })

  it('is left to a proxy where there is none', async () => {
    const { client, requests } = startStub(() => good({}), { key: undefined })
    await client.announcement.list('jp')
    assert.deepEqual(Object.keys(headersOf(requests[0])), ['user-agent'])
  })

  for (const key of ['', 'with blank', 'line\n', 'кey']) {
    it(`is refused at once, and not repeated, when it cannot be one: ${JSON.stringify(key)}`, () => {
      assert.throws(
        () =>
          createClient({
            baseUrl: 'http://server.test',
            key: `secret${key}`.slice(key === '' ? 6 : 0),
          }),
        (error: Error) => error instanceof TypeError && !error.message.includes('secret'),
      )
    })
  }
})

describe('the base URL', () => {
  it('may have a path, with or without a slash at its end', async () => {
    for (const baseUrl of ['https://proxy.test/a/b', 'https://proxy.test/a/b/']) {
      const { client, requests } = startStub(() => good({}), { baseUrl })
      await client.announcement.list('jp')
      assert.equal(requests[0]?.url, 'https://proxy.test/a/b/api/open/v1/game/jp/announcements')
    }
  })

  for (const baseUrl of [
    '',
    'server.test',
    '/path',
    'ftp://x',
    'http://u:p@x',
    'http://x?a',
    'http://x#a',
    'http://x/api/open/v1/game',
    'http://x/proxy/api/public',
  ]) {
    it(`is refused at once when it is ${JSON.stringify(baseUrl)}`, () => {
      assert.throws(
        () => createClient({ baseUrl }),
        /^TypeError: baseUrl is .+; it must be an address/,
      )
    })
  }
})
