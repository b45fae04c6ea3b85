import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { presentRun } from '../../web/tracker/data/load-region.ts'
import type { GameRun } from '../../web/tracker/data/parse-message.ts'
import { subjectOf } from '../../web/tracker/data/subject.ts'
import { readView } from '../../web/tracker/view/view.ts'

const NOW = 1_000

function runOf(id: string, startsAtMs: number, endsAtMs: number): GameRun {
  const unknown = { number: undefined, kind: undefined, bannerUrl: undefined }
  return {
    region: 'jp',
    id,
    names: {},
    startsAtMs,
    endsAtMs,
    resultsAtMs: undefined,
    songs: new Map(),
    ...unknown,
  }
}

const ENDED = runOf('1', 100, 200)
const LONG = runOf('2', 300, 2_000)
const LATEST = runOf('3', 900, 2_000)
const UPCOMING = runOf('4', 3_000, 4_000)
const RUNS = [UPCOMING, LATEST, LONG, ENDED]

describe('the event that a link to nothing in particular shows', () => {
  it('is the last one that the reader saw while it runs, else the one that started last', () => {
    for (const [last, shown] of [
      [undefined, LATEST],
      [LONG.id, LONG],
      [ENDED.id, LATEST],
      [UPCOMING.id, LATEST],
      ['9', LATEST],
    ] as const) {
      assert.equal(presentRun(RUNS, NOW, last), shown, String(last))
      const view = readView('', { region: 'jp', event: last })
      assert.equal(subjectOf(view, { runs: RUNS, watches: [] }, NOW)?.run, shown, String(last))
    }
    assert.equal(presentRun([ENDED], NOW, undefined), ENDED)
  })

  it('is not the last one for a link that says where', () => {
    const view = readView('?region=jp', { region: 'jp', event: LONG.id })
    assert.equal(subjectOf(view, { runs: RUNS, watches: [] }, NOW)?.run, LATEST)
  })
})
