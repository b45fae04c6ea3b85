import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time/time-units.ts'
import type { GameRun, TimelineEntry } from '../../web/tracker/data/parse-message.ts'
import type { Subject } from '../../web/tracker/data/subject.ts'
import { finerRange, mergeEntries } from '../../web/tracker/data/use-finer-timeline.ts'

const START = Date.UTC(2025, 10, 20)
const run: GameRun = {
  region: 'jp',
  id: '2001',
  names: {},
  number: 1,
  kind: undefined,
  bannerUrl: undefined,
  startsAtMs: START,
  endsAtMs: START + 7 * DAY_MS,
  resultsAtMs: undefined,
  songs: new Map(),
}
const subject: Subject = { region: 'jp', kind: 'event', id: '2001', run }
const part = (fromMs: number, untilMs: number) => ({
  fromMs: START + fromMs,
  untilMs: START + untilMs,
})

describe('a zoom into a long run', () => {
  it('loads the full hours around it with a shorter step', () => {
    const zoom = part(DAY_MS + 20 * MINUTE_MS, DAY_MS + 5 * HOUR_MS + MINUTE_MS)
    assert.deepEqual(finerRange(subject, 'all', zoom), {
      from: START + DAY_MS,
      until: START + DAY_MS + 6 * HOUR_MS,
    })
  })

  it('loads nothing where the data are as fine already, or where there are none', () => {
    assert.equal(finerRange(subject, 'all', part(0, 6 * DAY_MS)), undefined)
    const shown = { from: START, until: START + 10 * HOUR_MS }
    assert.equal(finerRange(subject, shown, part(0, HOUR_MS)), undefined)
    assert.equal(finerRange(subject, 'all', part(8 * DAY_MS, 9 * DAY_MS)), undefined)
  })

  it('stays within the run, since the board may show another one afterwards', () => {
    const board = { ...subject, boardEndsAtMs: START + 7 * DAY_MS }
    const range = finerRange(board, 'all', part(7 * DAY_MS - 90 * MINUTE_MS, 8 * DAY_MS))
    assert.equal(range?.until, START + 7 * DAY_MS)
  })
})

it('finer snapshots replace the coarse ones of their part; gaps stay, after the snapshot before', () => {
  const at = (atMs: number): TimelineEntry => ({ atMs, points: new Map([[1, atMs]]) })
  const gap: TimelineEntry = { gap: { fromMs: 25, untilMs: 30, reason: 'timeout' } }
  const merged = mergeEntries(
    [at(0), at(20), gap, at(40), at(60)],
    [at(20), at(25), gap, at(30), at(35)],
    { from: 20, until: 40 },
  )
  assert.deepEqual(
    merged.map((entry) => ('gap' in entry ? 'gap' : entry.atMs)),
    [0, 20, 25, 'gap', 30, 35, 40, 60],
  )
})
