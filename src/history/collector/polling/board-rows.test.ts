import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Board } from '../../../game/board.ts'
import { ServiceError } from '../../../platform/http/errors/service-error.ts'
import { boardRows } from './board-rows.ts'

const event: Board = { region: 'jp', kind: 'event', id: '2001' }
const song: Board = { region: 'jp', kind: 'music', id: '7' }
const ranks = [1, 2, 10, 100]
const rowsOf = (ranking: readonly unknown[]) => boardRows({ board: event, ranks }, { ranking })
const player = (id: string) => ({ id, name: `player ${id}` })

test('rows of an event are sorted by rank, and a tie is one row with all holders', () => {
  const rows = rowsOf([
    { rank: 10, point: 5, profile: player('c') },
    { rank: 1, point: 9, profile: player('a') },
    { rank: 10, point: 5, profile: {} },
    { rank: 10, point: 5, profile: { id: 'd' } },
  ])
  assert.deepEqual(rows, [
    { rank: 1, points: 9, holders: [player('a')] },
    { rank: 10, points: 5, holders: [player('c'), { id: 'd', name: '' }] },
  ])
})

test('a rank without a holder is omitted, and missing points are zero', () => {
  assert.deepEqual(boardRows({ board: event, ranks }, {}), [])
  assert.deepEqual(rowsOf([{ rank: 100 }]), [{ rank: 100, points: 0, holders: [] }])
})

test('rows of unwatched ranks are omitted', () => {
  const rows = rowsOf([1, 2, 3, 4].map((rank) => ({ rank, point: 50 - rank })))
  assert.deepEqual(
    rows.map(({ rank }) => rank),
    [1, 2],
  )
})

test('contradictory rows are an upstream_error', () => {
  for (const ranking of [
    [{ point: 5 }],
    [
      { rank: 1, point: 5 },
      { rank: 1, point: 6 },
    ],
  ]) {
    assert.throws(
      () => rowsOf(ranking),
      (error) => error instanceof ServiceError && error.code === 'upstream_error',
    )
  }
})

test('players of a song get competition ranks, in any input order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 6 })), (scores) => {
      const players = scores.map((score, at) => ({
        // Zero is the default, which messages omit.
        ...(score > 0 && { score }),
        playerData: player(String(at)),
      }))
      const rows = boardRows({ board: song, ranks: undefined }, { players })
      for (const { rank, points, holders } of rows) {
        assert.equal(rank, scores.filter((score) => score > points).length + 1)
        assert.deepEqual(
          holders.map(({ id }) => scores[Number(id)]),
          holders.map(() => points),
        )
      }
      assert.equal(rows.flatMap(({ holders }) => holders).length, scores.length)
    }),
  )
})
