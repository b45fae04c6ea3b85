import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Region } from '../../game/region.ts'
import { REGIONS } from '../../game/region.ts'
import { demoTimetable } from '../../demo/demo-calendar.ts'
import { DEMO_TEST_MS, openDemoForTests, type DemoForTests } from '../../demo/demo-for-tests.ts'
import { DEMO_HARD_CASES } from '../../demo/demo-hard-cases.ts'
import { DEMO_IDS, DEMO_PLAYER_COUNTS } from '../../demo/demo-ids.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

function eventRows(region: Region, ranks: readonly number[]) {
  const eventId = demoTimetable(region, DEMO_TEST_MS).running
  return demo.ask('event.ranking', region, { eventId, ranks })?.ranking ?? []
}

async function arenaBoard(region: Region, window: { bandId?: string; start: string; end: string }) {
  const board = await demo.askLong('arena.ranking', region, {
    arenaSeasonId: DEMO_IDS[region].arenaSeasonId,
    bandId: window.bandId ?? '0',
    rankingStart: window.start,
    rankingEnd: window.end,
  })
  return { maxRank: Number(board?.maxRank), rows: board?.ranking ?? [] }
}

for (const region of REGIONS) {
  test(`${region}: a tie has all its rows, an unoccupied rank none`, () => {
    const { tiedRank, missingRank } = DEMO_HARD_CASES[region]
    const ranks = eventRows(region, [1, tiedRank, tiedRank + 1, missingRank]).map(
      ({ rank }) => rank,
    )
    assert.deepEqual(ranks, [1, tiedRank, tiedRank])
    const [left, right] = eventRows(region, [tiedRank])
    assert.equal(left?.point, right?.point)
    assert.notEqual(left?.profile?.id, right?.profile?.id)
  })

  test(`${region}: the running event has rows in every hundred up to 300, with decreasing points`, () => {
    const rows = [0, 1, 2].flatMap((hundred) =>
      eventRows(
        region,
        Array.from({ length: 100 }, (_, at) => hundred * 100 + at + 1),
      ),
    )
    assert.ok(rows.length >= 299 - 1, String(rows.length))
    const points = rows.map(({ point = 0 }) => point)
    assert.deepEqual(
      points,
      points.toSorted((left, right) => right - left),
    )
  })

  test(`${region}: a hidden player is on a board with id and name, a deleted one with points only`, () => {
    const { hiddenRank, hiddenAccountId, deletedRank } = DEMO_HARD_CASES[region]
    const [hidden, deleted] = eventRows(region, [hiddenRank, deletedRank])
    assert.equal(hidden?.profile?.id, hiddenAccountId)
    assert.deepEqual(Object.keys(hidden?.profile ?? {}), ['id', 'name'])
    assert.deepEqual(deleted?.profile, {})
    assert.ok((deleted?.point ?? 0) > 0)
  })

  test(`${region}: existing empty boards return an empty message`, () => {
    const { emptyEventId, emptyMusicId, emptyBandId, missingRank } = DEMO_HARD_CASES[region]
    const eventId = demoTimetable(region, DEMO_TEST_MS).running
    assert.deepEqual(
      demo.askClosed('event.ranking', region, { eventId: emptyEventId, ranks: [1] }),
      {},
    )
    assert.deepEqual(demo.askClosed('event.ranking', region, { eventId, ranks: [missingRank] }), {})
    assert.deepEqual(demo.askClosed('music.ranking', region, { musicId: emptyMusicId }), {})
    const args = {
      arenaSeasonId: DEMO_IDS[region].arenaSeasonId,
      bandId: emptyBandId,
      rankingStart: '1',
      rankingEnd: '9',
    }
    assert.deepEqual(demo.askClosed('arena.ranking', region, args), {})
  })

  test(`${region}: the boards of songs return the best hundred, with ties in a fixed order`, () => {
    const [long, short, single] = DEMO_IDS[region].songs
    const lengths = [long, short, single].map(
      (musicId) => demo.ask('music.ranking', region, { musicId })?.players?.length,
    )
    assert.deepEqual(lengths, [100, 60, 1])
    const [challengeMusicId] = DEMO_IDS[region].challengeSongs
    const ask = () =>
      demo.ask('event.challengeRanking', region, { challengeMusicId })?.players ?? []
    const scores = ask().map(({ score = 0 }) => score)
    assert.equal(scores.length, 100)
    assert.deepEqual(
      scores,
      scores.toSorted((left, right) => right - left),
    )
    assert.equal(scores[98], scores[99])
    assert.deepEqual(ask(), ask())
  })

  test(`${region}: a window contains its ranks, both ends included`, async () => {
    const { rows } = await arenaBoard(region, { start: '2', end: '10' })
    assert.deepEqual(
      rows.map(({ rank }) => rank),
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 10],
    )
    assert.ok(rows.every(({ rank, deck }) => rank !== undefined && deck?.cards?.length === 5))
  })

  test(`${region}: a band has its own ranks and its own highest occupied rank`, async () => {
    const overall = await arenaBoard(region, { start: '1', end: '1000' })
    const [first, second] = await Promise.all(
      ['1', '2'].map((bandId) => arenaBoard(region, { bandId, start: '1', end: '1000' })),
    )
    assert.ok(first !== undefined && second !== undefined)
    assert.deepEqual([first.rows[0]?.rank, second.rows[0]?.rank], [1, 1])
    assert.ok(first.maxRank < overall.maxRank && second.maxRank < overall.maxRank)
    for (const band of [first, second]) assert.equal(band.rows.at(-1)?.rank, band.maxRank)
  })

  test(`${region}: a window beyond the end is empty and has the highest occupied rank`, async () => {
    const { maxRank } = await arenaBoard(region, { start: '1', end: '1' })
    const behind = await arenaBoard(region, {
      start: String(maxRank + 1),
      end: '9223372036854775807',
    })
    assert.deepEqual(behind, { maxRank, rows: [] })
    const last = await arenaBoard(region, { start: String(maxRank), end: '9223372036854775807' })
    assert.ok(last.rows.length > 0)
    assert.ok(last.rows.every(({ point }) => point === 0))
  })
}

test('one region has an arena board that fills a window of 1,000 ranks', async () => {
  assert.ok(DEMO_PLAYER_COUNTS.jp >= 1_000)
  const { rows } = await arenaBoard('jp', { start: '101', end: '1100' })
  assert.ok(rows.length >= 990, String(rows.length))
})
