import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { newBoard, acquireLease } from '../contract/history-under-test.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import type { PollResult, SeriesReply } from '../../src/history/history-store.ts'
import { assembleTimeline } from '../../src/history/api/handlers/boards/timeline.ts'

const history = openHistory(join(temporaryFolder(), 'history.db'), createManualClock(0))
after(() => history.close())

const RANKS = [1, 100]

/** The result of a poll: points of both ranks, no player at one of them, or a failure. */
const outcome = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(points(), points()) },
  { weight: 1, arbitrary: fc.constant('timeout' as const) },
)

function points() {
  return fc.option(fc.nat({ max: 9 }), { nil: undefined })
}

/** Polls of a separate board, about a minute apart. */
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

/** The timeline is built from what the real store keeps of the polls. */
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
  it('has exactly one entry per snapshot and gap, in order', async () => {
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

  it('puts a gap between the snapshots around it, wherever they are shown', async () => {
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

  it('is the same in pages as in one piece, with every step', async () => {
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
          // A gap that spans two pages is on both.
          const once = new Set(parts.map((entry) => JSON.stringify(entry)))
          assert.deepEqual([...once], whole)
        },
      ),
    )
  })

  it('states the time of each entry since the start, and never a negative one', () => {
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
