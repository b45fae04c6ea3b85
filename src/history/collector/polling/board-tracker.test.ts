import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { Board, Snapshot } from '../../../game/board.ts'
import { GAP_REASONS } from '../../history-store.ts'
import {
  milestoneReached,
  trackBoard,
  type BoardReading,
  type PollContext,
} from './board-tracker.ts'

const board: Board = { region: 'jp', kind: 'event', id: '2001' }
const ranks = [1, 2, 3, 10]

/** A snapshot at a time, with points by rank. */
function at(fetchedAtMs: number, points: Readonly<Record<number, number>>): Snapshot {
  const rows = Object.entries(points).map(([rank, value]) => ({
    rank: Number(rank),
    points: value,
    holders: [{ id: 'a', name: 'Somebody' }],
  }))
  return { board, fetchedAtMs, ranks, rows }
}

const context = (atMs: number, more: Partial<PollContext> = {}): PollContext => ({
  atMs,
  cadenceMs: 60_000,
  mayReset: false,
  ...more,
})
const start = () => trackBoard(board, { last: undefined, gap: undefined })
const FULL = { 1: 400, 2: 300, 3: 200, 10: 100 }

describe('board tracker', () => {
  it('reports each snapshot, without names, and the milestones its ranks reached', () => {
    const tracker = start()
    const first = at(10, { 1: 900, 2: 800 })
    assert.deepEqual(tracker.record({ snapshot: first }, context(11)), {
      results: [{ snapshot: first }],
      liveEvents: [
        {
          type: 'snapshot',
          board,
          fetchedAtMs: 10,
          rows: [
            { rank: 1, points: 900 },
            { rank: 2, points: 800 },
          ],
        },
      ],
    })
    // Rank 3 had no holder before, so it crosses no milestone.
    const { liveEvents } = tracker.record(
      { snapshot: at(20, { 1: 1_100, 2: 900, 3: 5_000 }) },
      context(21),
    )
    assert.deepEqual(liveEvents.slice(1), [
      { type: 'crossed', board, fetchedAtMs: 20, rank: 1, value: 1_000, points: 1_100 },
    ])
  })

  it('reports the start and the end of a gap, which spans from snapshot to snapshot', () => {
    const tracker = start()
    tracker.record({ snapshot: at(10, FULL) }, context(11))
    const began = tracker.record({ atMs: 70, reason: 'timeout' }, context(70))
    assert.deepEqual(began, {
      results: [{ board, atMs: 70, reason: 'timeout' }],
      liveEvents: [{ type: 'gap.began', board, fromMs: 10, reason: 'timeout' }],
    })
    const more = tracker.record({ atMs: 130, reason: 'maintenance' }, context(130))
    assert.deepEqual([more.results.length, more.liveEvents.length], [1, 0])
    const { liveEvents } = tracker.record({ snapshot: at(190, FULL) }, context(191))
    assert.deepEqual(liveEvents[0], {
      type: 'gap.ended',
      board,
      fromMs: 10,
      untilMs: 190,
      reason: 'timeout',
    })
  })

  it('continues the gap that the previous process left open', () => {
    const gap = { fromMs: 5, untilMs: undefined, reason: 'timeout', failures: 3 } as const
    const tracker = trackBoard(board, { last: at(5, FULL), gap })
    assert.deepEqual(tracker.record({ atMs: 70, reason: 'timeout' }, context(70)).liveEvents, [])
    const { liveEvents } = tracker.record({ snapshot: at(80, FULL) }, context(81))
    assert.deepEqual(liveEvents[0]?.type, 'gap.ended')
  })

  it('ends a gap of an earlier watch at the start of the new watch', () => {
    const tracker = start()
    tracker.record({ snapshot: at(10, FULL) }, context(10))
    tracker.record({ atMs: 20, reason: 'maintenance' }, context(20))
    const again = { watchStartMs: 5_000 }
    const ended = {
      type: 'gap.ended',
      board,
      fromMs: 10,
      untilMs: 5_000,
      reason: 'maintenance',
    }
    const failed = tracker.record({ atMs: 5_010, reason: 'timeout' }, context(5_010, again))
    assert.deepEqual(failed.liveEvents, [
      ended,
      { type: 'gap.began', board, fromMs: 5_010, reason: 'timeout' },
    ])
    const { liveEvents } = tracker.record({ snapshot: at(5_020, FULL) }, context(5_021, again))
    assert.deepEqual(liveEvents[0], { ...ended, fromMs: 5_010, untilMs: 5_020, reason: 'timeout' })
  })

  it('reports missed polls as a gap before the snapshot that ends it', () => {
    const tracker = trackBoard(board, { last: at(5, FULL), gap: undefined })
    const snapshot = at(500, FULL)
    const { results, liveEvents } = tracker.record(
      { snapshot },
      context(501, { missedPolls: 'not_collected' }),
    )
    assert.deepEqual(results, [{ board, atMs: 501, reason: 'not_collected' }, { snapshot }])
    assert.deepEqual(
      liveEvents.map(({ type }) => type),
      ['gap.began', 'gap.ended', 'snapshot'],
    )
  })

  it('reports a repeated fetch as a gap once it is two and a half cadences old', () => {
    const tracker = start()
    const poll = (snapshot: Snapshot, atMs: number) => tracker.record({ snapshot }, context(atMs))
    const nothing = { results: [], liveEvents: [] }
    const first = at(10_000, FULL)
    poll(first, 10_000)
    assert.deepEqual(poll(first, 70_000), nothing)
    assert.deepEqual(poll(first, 130_000), nothing)
    assert.deepEqual(poll(first, 190_000), {
      results: [{ board, atMs: 190_000, reason: 'stale' }],
      liveEvents: [{ type: 'gap.began', board, fromMs: 10_000, reason: 'stale' }],
    })
    const second = at(250_000, FULL)
    const ended = { type: 'gap.ended', board, fromMs: 10_000, reason: 'stale', untilMs: 250_000 }
    assert.deepEqual(poll(second, 250_000).liveEvents[0], ended)
    // The gap may become known only with the snapshot that ends it.
    assert.deepEqual(poll(second, 310_000), nothing)
    assert.deepEqual(poll(second, 370_000), nothing)
    const third = at(430_000, FULL)
    assert.deepEqual(poll(third, 430_000).results, [
      { board, atMs: 430_000, reason: 'stale' },
      { snapshot: third },
    ])
    // A single late poll is no gap of the gateway.
    assert.deepEqual(poll(at(610_000, FULL), 610_000).results.length, 1)
  })

  it('ignores a repeated fetch and reports an older one as a clock gap', () => {
    const tracker = start()
    tracker.record({ snapshot: at(100, FULL) }, context(101))
    assert.deepEqual(tracker.record({ snapshot: at(100, FULL) }, context(161)).results, [])
    assert.deepEqual(tracker.record({ snapshot: at(99, FULL) }, context(221)).results, [
      { board, atMs: 221, reason: 'clock' },
    ])
  })

  it('rejects a board that lost most rows until the third consecutive time', () => {
    const tracker = start()
    tracker.record({ snapshot: at(10, FULL) }, context(10))
    const outcomes = [20, 30, 40, 50].map((ms) => {
      const [result] = tracker.record({ snapshot: at(ms, { 1: 500 }) }, context(ms)).results
      return result !== undefined && 'reason' in result ? result.reason : 'taken'
    })
    assert.deepEqual(outcomes, ['partial', 'partial', 'taken', 'taken'])
  })

  it('accepts an empty board when another run has started, and a board with half of the rows', () => {
    for (const [points, more] of [
      [{}, { mayReset: true }],
      [{ 1: 500, 2: 400 }, {}],
    ] as const) {
      const tracker = start()
      tracker.record({ snapshot: at(10, FULL) }, context(10))
      const [result] = tracker.record({ snapshot: at(20, points) }, context(20, more)).results
      assert.ok(result !== undefined && 'snapshot' in result)
    }
  })

  it('does not count ranks that are no longer watched as lost rows', () => {
    const tracker = start()
    tracker.record({ snapshot: at(10, FULL) }, context(10))
    const fewer = { ...at(20, { 1: 500 }), ranks: [1] }
    const [result] = tracker.record({ snapshot: fewer }, context(20)).results
    assert.ok(result !== undefined && 'snapshot' in result)
  })

  it('writes only polled results, in rising time, with alternating gap starts and ends', () => {
    const reading = fc.oneof(
      fc.record({
        reason: fc.constantFrom(...GAP_REASONS),
      }),
      fc.record({
        shiftMs: fc.integer({ min: -200, max: 10 }),
        points: fc.dictionary(fc.constantFrom('1', '2', '3', '10'), fc.nat({ max: 5_000 })),
      }),
    )
    const silences = fc.constantFrom(undefined, undefined, 'not_collected', 'clock')
    const steps = fc.array(fc.tuple(reading, silences, fc.boolean()))
    fc.assert(
      fc.property(steps, (all) => {
        const tracker = start()
        const read = new Set<Snapshot>()
        let lastMs = -Infinity
        let open = false
        all.forEach(([one, missedPolls, mayReset], index) => {
          const atMs = 1_000 + index * 60
          let given: BoardReading
          if ('reason' in one) given = { atMs, reason: one.reason }
          else {
            given = { snapshot: at(atMs + one.shiftMs, one.points) }
            read.add(given.snapshot)
          }
          const { results, liveEvents } = tracker.record(given, {
            atMs,
            cadenceMs: 60_000,
            missedPolls,
            mayReset,
          })
          for (const result of results) {
            if (!('snapshot' in result)) continue
            assert.ok(read.has(result.snapshot))
            assert.ok(result.snapshot.fetchedAtMs > lastMs)
            lastMs = result.snapshot.fetchedAtMs
          }
          for (const { type } of liveEvents) {
            if (type === 'gap.began') assert.ok(!open)
            if (type === 'gap.ended') assert.ok(open)
            if (type === 'snapshot') assert.ok(!open)
            if (type.startsWith('gap.')) open = type === 'gap.began'
          }
        })
      }),
    )
  })
})

describe('milestones', () => {
  it('are returned when crossed, the greatest only', () => {
    for (const [before, now, crossed] of [
      [999, 1_000, 1_000],
      [1_000, 1_000, undefined],
      [1_000, 1_999, undefined],
      [1_999, 2_000, 2_000],
      [950, 120_000, 100_000],
      [1_999_999, 2_345_678, 2_000_000],
      [0, 999, undefined],
      [5_000, 4_000, undefined],
    ] as const) {
      assert.equal(milestoneReached(before, now), crossed, `${before} to ${now}`)
    }
  })

  it('are returned at most once for any growth, and only if reached', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1e9 }), { maxLength: 50 }), (steps) => {
        const told: number[] = []
        let points = 0
        for (const step of steps) {
          const crossed = milestoneReached(points, points + step)
          points += step
          if (crossed === undefined) continue
          assert.ok(crossed <= points && /^[1-9]0{3,}$/.test(String(crossed)))
          told.push(crossed)
        }
        assert.equal(new Set(told).size, told.length)
      }),
    )
  })
})
