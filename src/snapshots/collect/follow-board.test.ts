import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { Board, Snapshot } from '../../domain/board.ts'
import { GAP_REASONS } from '../../domain/history-store.ts'
import { followBoard, type Reading, type ReadingContext } from './follow-board.ts'

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

const context = (atMs: number, more: Partial<ReadingContext> = {}): ReadingContext => ({
  atMs,
  mayStartAnew: false,
  ...more,
})
const start = () => followBoard(board, { last: undefined, gap: undefined })
const FULL = { 1: 400, 2: 300, 3: 200, 10: 100 }

describe('a board that is followed', () => {
  it('tells each snapshot, without names, and the round numbers its ranks have come to', () => {
    const followed = start()
    const first = at(10, { 1: 900, 2: 800 })
    assert.deepEqual(followed.take({ snapshot: first }, context(11)), {
      rounds: [{ snapshot: first }],
      happenings: [
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
    // Rank 3 had nobody, so its points have come from nowhere.
    const { happenings } = followed.take(
      { snapshot: at(20, { 1: 1_100, 2: 900, 3: 5_000 }) },
      context(21),
    )
    assert.deepEqual(happenings.slice(1), [
      { type: 'crossed', board, fetchedAtMs: 20, rank: 1, value: 1_000, points: 1_100 },
    ])
  })

  it('tells a gap when it begins and when it ends, from snapshot to snapshot', () => {
    const followed = start()
    followed.take({ snapshot: at(10, FULL) }, context(11))
    const began = followed.take({ atMs: 70, reason: 'timeout' }, context(70))
    assert.deepEqual(began, {
      rounds: [{ board, atMs: 70, reason: 'timeout' }],
      happenings: [{ type: 'gap.began', board, fromMs: 10, reason: 'timeout' }],
    })
    const more = followed.take({ atMs: 130, reason: 'maintenance' }, context(130))
    assert.deepEqual([more.rounds.length, more.happenings.length], [1, 0])
    const { happenings } = followed.take({ snapshot: at(190, FULL) }, context(191))
    assert.deepEqual(happenings[0], {
      type: 'gap.ended',
      board,
      fromMs: 10,
      untilMs: 190,
      reason: 'timeout',
    })
  })

  it('goes on in the gap that the process before it has left', () => {
    const gap = { fromMs: 5, untilMs: undefined, reason: 'timeout', failures: 3 } as const
    const followed = followBoard(board, { last: at(5, FULL), gap })
    assert.deepEqual(followed.take({ atMs: 70, reason: 'timeout' }, context(70)).happenings, [])
    const { happenings } = followed.take({ snapshot: at(80, FULL) }, context(81))
    assert.deepEqual(happenings[0]?.type, 'gap.ended')
  })

  it('ends a gap in which its board was watched before where it is watched again', () => {
    const followed = start()
    followed.take({ snapshot: at(10, FULL) }, context(10))
    followed.take({ atMs: 20, reason: 'maintenance' }, context(20))
    const again = { beginsMs: 5_000 }
    const ended = {
      type: 'gap.ended',
      board,
      fromMs: 10,
      untilMs: 5_000,
      reason: 'maintenance',
    }
    const failed = followed.take({ atMs: 5_010, reason: 'timeout' }, context(5_010, again))
    assert.deepEqual(failed.happenings, [
      ended,
      { type: 'gap.began', board, fromMs: 5_010, reason: 'timeout' },
    ])
    const { happenings } = followed.take({ snapshot: at(5_020, FULL) }, context(5_021, again))
    assert.deepEqual(happenings[0], { ...ended, fromMs: 5_010, untilMs: 5_020, reason: 'timeout' })
  })

  it('says of a silence that nobody collected, before what ends it', () => {
    const followed = followBoard(board, { last: at(5, FULL), gap: undefined })
    const snapshot = at(500, FULL)
    const { rounds, happenings } = followed.take(
      { snapshot },
      context(501, { silence: 'not_collected' }),
    )
    assert.deepEqual(rounds, [{ board, atMs: 501, reason: 'not_collected' }, { snapshot }])
    assert.deepEqual(
      happenings.map(({ type }) => type),
      ['gap.began', 'gap.ended', 'snapshot'],
    )
  })

  it('takes the same fetch for nothing new, and an older one for a clock that was set', () => {
    const followed = start()
    followed.take({ snapshot: at(100, FULL) }, context(101))
    assert.deepEqual(followed.take({ snapshot: at(100, FULL) }, context(161)).rounds, [])
    assert.deepEqual(followed.take({ snapshot: at(99, FULL) }, context(221)).rounds, [
      { board, atMs: 221, reason: 'clock' },
    ])
  })

  it('doubts a board that has lost most rows until it is said three times', () => {
    const followed = start()
    followed.take({ snapshot: at(10, FULL) }, context(10))
    const outcomes = [20, 30, 40, 50].map((ms) => {
      const [round] = followed.take({ snapshot: at(ms, { 1: 500 }) }, context(ms)).rounds
      return round !== undefined && 'reason' in round ? round.reason : 'taken'
    })
    assert.deepEqual(outcomes, ['partial', 'partial', 'taken', 'taken'])
  })

  it('believes at once in an empty board when another run has begun, and in one with half of the rows', () => {
    for (const [points, more] of [
      [{}, { mayStartAnew: true }],
      [{ 1: 500, 2: 400 }, {}],
    ] as const) {
      const followed = start()
      followed.take({ snapshot: at(10, FULL) }, context(10))
      const [round] = followed.take({ snapshot: at(20, points) }, context(20, more)).rounds
      assert.ok(round !== undefined && 'snapshot' in round)
    }
  })

  it('does not take ranks that were not asked for any more for rows that are lost', () => {
    const followed = start()
    followed.take({ snapshot: at(10, FULL) }, context(10))
    const fewer = { ...at(20, { 1: 500 }), ranks: [1] }
    const [round] = followed.take({ snapshot: fewer }, context(20)).rounds
    assert.ok(round !== undefined && 'snapshot' in round)
  })

  it('writes nothing that was not read, in rising time, with gaps that begin and end in turn', () => {
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
        const followed = start()
        const read = new Set<Snapshot>()
        let lastMs = -Infinity
        let open = false
        all.forEach(([one, silence, mayStartAnew], index) => {
          const atMs = 1_000 + index * 60
          let given: Reading
          if ('reason' in one) given = { atMs, reason: one.reason }
          else {
            given = { snapshot: at(atMs + one.shiftMs, one.points) }
            read.add(given.snapshot)
          }
          const { rounds, happenings } = followed.take(given, { atMs, silence, mayStartAnew })
          for (const round of rounds) {
            if (!('snapshot' in round)) continue
            assert.ok(read.has(round.snapshot))
            assert.ok(round.snapshot.fetchedAtMs > lastMs)
            lastMs = round.snapshot.fetchedAtMs
          }
          for (const { type } of happenings) {
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
