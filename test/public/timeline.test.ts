import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { newBoard, acquireLease } from '../contract/history-under-test.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import type { PollResult, SeriesReply } from '../../src/history/history-store.ts'
import { assembleTimeline } from '../../src/history/api/handlers/timeline.ts'

const history = openHistory(join(temporaryFolder(), 'history.db'), createManualClock(0))
after(() => history.close())

const RANKS = [1, 100]

/** What came of a reading: points of both ranks, nobody on one of them, or a failure. */
const outcome = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(points(), points()) },
  { weight: 1, arbitrary: fc.constant('timeout' as const) },
)

function points() {
  return fc.option(fc.nat({ max: 9 }), { nil: undefined })
}

/** Readings of a board of its own, a minute apart, more or less. */
const rounds = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 120_000 }), outcome), { maxLength: 30 })
  .map((readings) => {
    const board = newBoard()
    let atMs = 0
    const all = readings.map(([laterMs, came]): PollResult => {
      atMs += laterMs
      if (came === 'timeout') return { board, atMs, reason: came }
      const rows = RANKS.flatMap((rank, at) => {
        const held = came[at]
        return held === undefined ? [] : [{ rank, points: held, holders: [] }]
      })
      return { snapshot: { board, fetchedAtMs: atMs, ranks: RANKS, rows } }
    })
    return { board, all }
  })
type Rounds = typeof rounds extends fc.Arbitrary<infer Value> ? Value : never

/** Whatever is made of readings is made of what the real store keeps of them. */
const keep = async ({ all }: Rounds) => history.record(all, [], await acquireLease(history))

async function read({ board }: Rounds, pageOf: number, stepMs = 0) {
  const pages = []
  let fromMs: number | undefined = 0
  while (fromMs !== undefined) {
    const reply: SeriesReply = await history.series({
      board,
      ranks: RANKS,
      fromMs,
      untilMs: 10_000_000,
      stepMs,
      snapshotsMax: pageOf,
    })
    pages.push(assembleTimeline(reply))
    fromMs = reply.nextFromMs
  }
  return pages
}

describe('a timeline', () => {
  it('has an entry for each snapshot and each gap, in their order, and none besides', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (made) => {
        const { all } = made
        await keep(made)
        const [entries = []] = await read(made, 1_000)
        const shown = entries.filter(({ gap }) => gap === undefined)
        const taken = all.flatMap((round) => ('snapshot' in round ? [round.snapshot] : []))
        assert.deepEqual(
          shown,
          taken.map(({ fetchedAtMs, rows }) => ({
            fetchedAt: String(fetchedAtMs),
            rows: rows.map(({ rank, points: held }) => ({ rank, points: held })),
            unheld: RANKS.filter((rank) => !rows.some((row) => row.rank === rank)),
          })),
        )
        const failures = entries.map(({ gap }) => gap?.failures ?? 0)
        assert.equal(
          failures.reduce((sum, more) => sum + more, 0),
          all.length - taken.length,
        )
        const begins = entries.map(({ fetchedAt, gap }) => Number(gap?.from ?? fetchedAt))
        assert.deepEqual(
          begins,
          begins.toSorted((one, other) => one - other),
        )
      }),
    )
  })

  it('puts a gap between the snapshots around it, wherever those are shown', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (made) => {
        await keep(made)
        const [entries = []] = await read(made, 1_000)
        entries.forEach(({ gap }, at) => {
          if (gap === undefined) return
          const [before, behind] = [entries[at - 1]?.fetchedAt, entries[at + 1]?.fetchedAt]
          if (before !== undefined) assert.equal(gap.from, before)
          assert.equal(gap.until, behind ?? '0')
        })
      }),
    )
  })

  it('is the same read in parts as read whole, whatever the step', async () => {
    await fc.assert(
      fc.asyncProperty(
        rounds,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 300_000),
        async (made, pageOf, stepMs) => {
          await keep(made)
          const whole = (await read(made, 1_000, stepMs))
            .flat()
            .map((entry) => JSON.stringify(entry))
          const parts = (await read(made, pageOf, stepMs)).flat()
          // A gap that reaches over the end of a part stands on both.
          const once = new Set(parts.map((entry) => JSON.stringify(entry)))
          assert.deepEqual([...once], whole)
        },
      ),
    )
  })

  it('tells how long after a start each entry was, and never less than nothing', () => {
    const reply = {
      series: [{ rank: 1, points: [{ atMs: 1_500, points: 0 }] }],
      gaps: [{ fromMs: 900, untilMs: 1_500, reason: 'timeout', failures: 2 }],
      nextFromMs: undefined,
    } as const
    assert.deepEqual(
      assembleTimeline(reply, 1_000).map(({ sinceStart }) => sinceStart),
      ['0', '500'],
    )
  })
})
