import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arenaSeasonId } from './generated/ids.ts'
import { good, rejection, startStub, type StubRequest } from './stub-server-for-tests.ts'

const SEASON = arenaSeasonId(7)

/** Answers a window of a board with `maxRank` ranks; rejects one wider than `bound`. */
function board(maxRank: number, bound: number) {
  return ({ url }: StubRequest) => {
    if (url.endsWith('/openapi.json')) {
      return Response.json({ 'x-rank-window': { start: 'a', end: 'b', maxRanks: bound } })
    }
    const [start = 0, end = 0] = boundsOf(url)
    if (end - start >= bound) {
      const errors = [{ parameter: 'rankingEnd', detail: 'It is too wide.' }]
      return rejection(400, 'invalid_request', { more: { errors } })
    }
    const length = Math.max(0, Math.min(end, maxRank) - start + 1)
    const ranking = Array.from({ length }, (_, at) => ({ rank: start + at }))
    return good({ maxRank: String(maxRank), ranking })
  }
}

function boundsOf(url: string): readonly number[] {
  const { searchParams } = new URL(url)
  return ['rankingStart', 'rankingEnd'].map((name) => Number(searchParams.get(name)))
}

describe('a window of an arena board', () => {
  it('is one request up to 10,000 ranks, and as many as needed beyond', async () => {
    const { client, requests } = startStub(board(25_500, 10_000))
    const window = { arenaSeasonId: SEASON, rankingStart: 501, rankingEnd: 30_000 }
    const { data, joined, requestIds } = await client.arena.ranking('jp', window)
    assert.deepEqual(
      requests.map(({ url }) => boundsOf(url)),
      [
        [501, 10_500],
        [10_501, 20_500],
        [20_501, 30_000],
      ],
    )
    assert.deepEqual([joined, requestIds.length, data.ranking.length], [true, 3, 25_000])
    assert.deepEqual([data.ranking[0]?.rank, data.ranking.at(-1)?.rank], [501, 25_500])
    const whole = await client.arena.ranking('jp', {
      ...window,
      rankingStart: 1,
      rankingEnd: '10000',
    })
    assert.deepEqual([whole.joined, requests.length], [false, 4])
  })

  it('ends at the last rank, however wide it is', async () => {
    const { client, requests } = startStub(board(12_000, 10_000))
    const window = { arenaSeasonId: SEASON, rankingStart: 1, rankingEnd: 2 ** 31 - 1 }
    const { data } = await client.arena.ranking('jp', window)
    assert.deepEqual([data.ranking.length, requests.length], [12_000, 2])
  })

  it('follows a smaller bound of the server, which it reads once', async () => {
    const { client, requests } = startStub(board(2_500, 1_000))
    const window = { arenaSeasonId: SEASON, rankingStart: 1, rankingEnd: 2_500 }
    const { data } = await client.arena.ranking('jp', window)
    assert.equal(data.ranking.length, 2_500)
    const [wide, document, ...parts] = requests.map(({ url }) => url)
    assert.deepEqual(boundsOf(wide ?? ''), [1, 2_500])
    assert.match(document ?? '', /\/api\/open\/openapi\.json$/)
    assert.deepEqual(parts.map(boundsOf), [
      [1, 1_000],
      [1_001, 2_000],
      [2_001, 2_500],
    ])
    await client.arena.ranking('tw', window)
    assert.equal(requests.length, 8)
  })

  it('stays rejected where the server rejects it for another reason', async () => {
    const { client, requests } = startStub(board(2_500, 10_000))
    for (const answer of [
      { rankingStart: 0, rankingEnd: 20_000 },
      { rankingStart: 1, rankingEnd: 'x' },
    ]) {
      const call = client.arena.ranking('jp', { arenaSeasonId: SEASON, ...answer })
      await call.catch(() => {})
    }
    assert.ok(requests.length <= 3)
    const { client: other } = startStub(() =>
      rejection(400, 'invalid_request', {
        more: { errors: [{ parameter: 'rankingEnd', detail: 'It must not be below.' }] },
      }),
    )
    const window = { arenaSeasonId: SEASON, rankingStart: 9, rankingEnd: 5 }
    await assert.rejects(other.arena.ranking('jp', window), { code: 'invalid_request' })
  })
})
