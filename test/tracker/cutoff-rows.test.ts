import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutoffRows, lastChangeOf } from '../../web/tracker/cutoffs/cutoff-rows.ts'
import type { BoardNow, Route } from '../../web/tracker/data/parse-message.ts'

const place = (rank: number, points: number): Route => ({ rank, points, holders: [] })

function board(places: readonly Route[], unheld: readonly number[]): BoardNow {
  return {
    run: undefined,
    song: undefined,
    reading: { fetchedAtMs: 5, places, unheld, isFinal: false },
    watched: {
      kind: 'event',
      id: '1',
      freshness: 'fresh',
      ranks: [1, 10, 100, 1_000],
      cadenceMs: 60_000,
      fromMs: undefined,
      lastMs: undefined,
      nextDueMs: undefined,
      gap: undefined,
    },
  }
}

describe('the rows of the cutoffs', () => {
  it('have each watched rank once, with the distance to the held ranks around it', () => {
    const rows = cutoffRows(board([place(100, 40), place(1, 900)], [10]), new Map(), [])
    assert.deepEqual(
      rows.map(({ rank, place: held, above, below }) => [rank, held?.points, above, below]),
      [
        [1, 900, undefined, { rank: 100, points: 860 }],
        [10, undefined, undefined, undefined],
        [100, 40, { rank: 1, points: 860 }, undefined],
        [1_000, undefined, undefined, undefined],
      ],
    )
  })

  it('know when the points last changed, if an earlier snapshot had others', () => {
    const moments = [10, 20, 20, 30, 30].map((points, at) => ({
      atMs: at * 100,
      points: new Map([[7, points]]),
    }))
    assert.equal(lastChangeOf(7, 30, moments), 300)
    assert.equal(lastChangeOf(7, 20, moments.slice(0, 3)), 100)
    assert.equal(lastChangeOf(7, 10, moments.slice(0, 1)), undefined)
    assert.equal(lastChangeOf(7, 31, moments), undefined)
    assert.equal(lastChangeOf(8, 30, moments), undefined)
  })
})
