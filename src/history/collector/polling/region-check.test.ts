import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Board, Snapshot } from '../../../game/board.ts'
import { createRegionCheck } from './region-check.ts'

const JP: Board = { region: 'jp', kind: 'event', id: '1' }
const TW: Board = { region: 'tw', kind: 'event', id: '9' }

/** A snapshot whose ranks from 1 are held by these accounts. */
function held(board: Board, ...ids: readonly string[]): Snapshot {
  const rows = ids.map((id, place) => ({
    rank: place + 1,
    points: 10 - place,
    holders: [{ id, name: '' }],
  }))
  return { board, fetchedAtMs: 0, ranks: [1, 2, 3], rows }
}

test('a holder of another region is found once, on the board where it appears later', () => {
  const { check } = createRegionCheck()
  assert.deepEqual(check(held(JP, 'a', 'b')), [])
  assert.deepEqual(check(held(TW, 'c', 'd')), [])
  assert.deepEqual(check(held(TW, 'c', 'b', 'a')), [2, 3])
  assert.deepEqual(check(held(TW, 'b', 'c', 'a')), [], 'it was known before')
  assert.deepEqual(check(held(JP, 'a', 'b')), [], 'its own region is right')
  assert.deepEqual(check(held(TW, 'c')), [])
  assert.deepEqual(check(held(TW, 'c', 'a')), [2], 'it appears again')
})

test('a player on several boards of one region is no anomaly', () => {
  const { check } = createRegionCheck()
  assert.deepEqual(check(held(JP, 'a')), [])
  assert.deepEqual(check(held({ ...JP, kind: 'music', id: '7' }, 'a')), [])
})
