import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { archiveRanks, findResults } from '../../web/tracker/archive/archive-rows.ts'
import type { RunResult } from '../../web/tracker/archive/load-results.ts'
import type { Region } from '../../web/shared/i18n/regions.ts'

function result(
  id: string,
  region: Region,
  name: string,
  points: readonly (readonly [number, number])[],
): RunResult {
  return {
    run: {
      region,
      id,
      names: { ja: name },
      number: 1,
      kind: undefined,
      bannerUrl: undefined,
      startsAtMs: Number(id),
      endsAtMs: Number(id) + 1,
      resultsAtMs: undefined,
      songs: new Map(),
    },
    points: new Map(points),
    isFinal: true,
  }
}

const RESULTS = [
  result('1', 'jp', 'Ｓｔａｒ Parade', [
    [1, 900],
    [100, 30],
  ]),
  result('2', 'kr', '冬の手紙', [[100, 80]]),
  result('3', 'jp', '港の灯', [
    [1, 700],
    [7, 1],
  ]),
]

describe('the archive', () => {
  const find = (query: Partial<Parameters<typeof findResults>[1]>) =>
    findResults(
      RESULTS,
      { text: '', region: undefined, sort: undefined, ...query },
      ({ run }) => `Event ${run.id}`,
    ).map(({ run }) => run.id)

  it('has the latest run first, or those with the most points at a rank', () => {
    assert.deepEqual(find({}), ['3', '2', '1'])
    assert.deepEqual(find({ sort: 100 }), ['2', '1', '3'])
    assert.deepEqual(find({ sort: 1 }), ['1', '3', '2'])
  })

  it('finds names in every language, of any width and case, and ids', () => {
    assert.deepEqual(find({ text: 'star p' }), ['1'])
    assert.deepEqual(find({ text: '手紙' }), ['2'])
    assert.deepEqual(find({ text: 'event 3' }), ['3'])
    assert.deepEqual(find({ text: ' 2 ' }), ['2'])
    assert.deepEqual(find({ text: 'nothing' }), [])
    assert.deepEqual(find({ region: 'jp' }), ['3', '1'])
  })

  it('has a column for each usual rank that a run has, then for others', () => {
    assert.deepEqual(archiveRanks(RESULTS), [1, 7, 100])
    assert.deepEqual(archiveRanks([]), [])
  })
})
