import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { REGIONS, type Region } from '../../game/region.ts'
import { DEMO_EVENT_MS, demoEventPeriod, DEMO_REPEAT_MS } from '../../demo/demo-calendar.ts'
import { openDemoForTests, type DemoForTests } from '../../demo/demo-for-tests.ts'
import { DEMO_IDS, DEMO_PLAYERS, demoAccountId } from '../../demo/demo-ids.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

const RANKS = [1, 2, 5, 10, 99, 100, 300]

function rowsAt(region: Region, eventId: string, gameMs: number) {
  demo.setGameMs(gameMs)
  return demo.ask('event.ranking', region, { eventId, ranks: RANKS })?.ranking ?? []
}

function deckAt(region: Region, eventId: string, gameMs: number): unknown {
  demo.setGameMs(gameMs)
  const playerId = demoAccountId(region, DEMO_PLAYERS.first)
  return demo.ask('event.deck', region, { eventId, playerId })
}

for (const region of REGIONS) {
  const [eventId] = DEMO_IDS[region].events.rotating
  const { startMs, endMs } = demoEventPeriod(region, 0)
  const finalPoints = () => rowsAt(region, eventId, endMs).map(({ point }) => point)

  test(`${region}: throughout a cycle one event is running, one has ended and one is upcoming`, () => {
    const phases = { grows: 0, ended: 0, coming: 0 }
    for (let hour = 0; hour < (2 * DEMO_REPEAT_MS) / 3_600_000; hour += 3) {
      // From an hour after the start of each event to an hour before its end, points are between
      // zero and the final ones.
      const gameMs = startMs + 500 * DEMO_REPEAT_MS + hour * 3_600_000 + 3_600_000
      const seen = DEMO_IDS[region].events.rotating.map((id, turn) => {
        const rows = rowsAt(region, id, gameMs)
        const { endMs: ownEndMs } = demoEventPeriod(region, turn)
        const [final] = rowsAt(region, id, ownEndMs)
        if (rows.length === 0) return 'coming'
        return rows[0]?.point === final?.point ? 'ended' : 'grows'
      })
      assert.deepEqual(seen.toSorted(), ['coming', 'ended', 'grows'], `hour ${hour}`)
      phases[seen[0] ?? 'coming'] += 1
    }
    assert.deepEqual(phases, { grows: 112, ended: 112, coming: 112 })
  })

  test(`${region}: an upcoming event exists, and has no rows and no decks`, () => {
    demo.setGameMs(startMs - 1)
    assert.deepEqual(demo.askClosed('event.ranking', region, { eventId, ranks: RANKS }), {})
    for (const gameMs of [startMs - 1, endMs + DEMO_EVENT_MS, startMs + DEMO_REPEAT_MS - 1]) {
      assert.deepEqual(rowsAt(region, eventId, gameMs), [])
      assert.equal(deckAt(region, eventId, gameMs), undefined)
    }
    for (const gameMs of [startMs, endMs - 1, endMs, endMs + DEMO_EVENT_MS - 1]) {
      assert.equal(rowsAt(region, eventId, gameMs)[0]?.rank, 1)
      assert.notEqual(deckAt(region, eventId, gameMs), undefined)
    }
  })

  test(`${region}: an event without a period has its stored points at any time`, () => {
    const { lasting } = DEMO_IDS[region].events
    const rows = rowsAt(region, lasting, 0)
    assert.ok((rows[0]?.point ?? 0) > 1_000_000)
    assert.deepEqual(rowsAt(region, lasting, Date.UTC(9999, 0, 1)), rows)
  })

  test(`${region}: points never fall, ranks never change, and the end is final`, () => {
    const moments = fc.array(fc.integer({ min: 0, max: DEMO_EVENT_MS - 1 }), { minLength: 2 })
    fc.assert(
      fc.property(moments, fc.nat({ max: 100 }), (passed, repeats) => {
        const start = startMs + repeats * DEMO_REPEAT_MS
        const boards = passed
          .toSorted((left, right) => left - right)
          .map((passedMs) => rowsAt(region, eventId, start + passedMs))
        const last = rowsAt(region, eventId, start + DEMO_EVENT_MS)
        assert.deepEqual(
          last.map(({ point }) => point),
          finalPoints(),
        )
        for (const [at, rows] of [...boards, last].entries()) {
          assert.deepEqual(rows.map(whoStands), last.map(whoStands))
          for (const [place, { point = 0 }] of rows.entries()) {
            const earlier = boards[at - 1]?.[place]?.point ?? 0
            assert.ok(point >= earlier && earlier >= 0)
          }
        }
      }),
      { numRuns: 30 },
    )
  })
}

test('events change on a different weekday in each region', () => {
  const days = REGIONS.map((region) => new Date(demoEventPeriod(region, 0).startMs).getUTCDay())
  assert.equal(new Set(days).size, REGIONS.length)
})

function whoStands({ rank, profile }: { rank?: number; profile?: { id?: string } }) {
  return [rank, profile?.id]
}
