import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toTableRows } from '../../web/tracker/chart/table/table-rows.ts'
import { readValues } from '../../web/tracker/chart/read-chart.ts'
import { concerns, toPlotData } from '../../web/tracker/chart/plot/to-plot-data.ts'
import { createFormat } from '../../web/shared/i18n/format.ts'
import { en as messages } from '../../web/tracker/messages/en.ts'
import type { GameRun, TimelineEntry } from '../../web/tracker/data/parse-message.ts'
import { compareRuns } from '../../web/tracker/compare/compare-runs.ts'

const MINUTE = 60_000

describe('runs side by side', () => {
  const run = (region: 'jp' | 'tw'): GameRun => ({
    region,
    id: '2001',
    names: { en: 'Spring' },
    number: 1,
    kind: undefined,
    bannerUrl: undefined,
    startsAtMs: Date.UTC(2026, 3, 1),
    endsAtMs: Date.UTC(2026, 3, 8),
    resultsAtMs: undefined,
    songs: new Map(),
  })
  const at = (minute: number): TimelineEntry => ({
    atMs: minute * MINUTE,
    points: new Map([[100, minute]]),
  })
  const gap = (from: number, until: number): TimelineEntry => ({
    gap: { fromMs: from * MINUTE, untilMs: until * MINUTE, reason: 'maintenance' },
  })
  const { lines, gaps } = compareRuns(
    { messages, lang: 'en', format: createFormat('en', 'UTC') },
    {
      runs: [
        { run: run('jp'), entries: [at(0), gap(0, 10), at(10), at(20), at(30)] },
        { run: run('tw'), entries: [at(0), at(10), at(20), gap(20, 30), at(30)] },
      ],
      notWatched: [],
    },
    { ranks: [100], added: [] },
    { region: 'jp' },
  )
  const joined = (line: number) => {
    const { columns, times } = toPlotData(lines, gaps)
    return times.filter((_, place) => columns[line]?.[place] === null)
  }

  it('have a line broken by the gaps of its own run, and by no other', () => {
    assert.deepEqual(joined(0), [5 * MINUTE])
    assert.deepEqual(joined(1), [25 * MINUTE])
  })

  it('have a value read from one line where the other has a gap', () => {
    const [one, other] = readValues(lines, gaps, 25 * MINUTE)
    assert.deepEqual([one?.point?.points, one?.gap], [20, undefined])
    assert.equal(other?.gap?.reason, messages.reasons.maintenance)
  })

  it('have the color of their rank, and another dash in each run', () => {
    assert.deepEqual(
      lines.map(({ color, other }) => [color, other]),
      [
        [2, 0],
        [2, 1],
      ],
    )
  })

  it('have both gaps in the table, each with its line', () => {
    const { rows } = toTableRows(lines, gaps)
    const listed = rows.flatMap((row) => ('gap' in row ? [row.gap] : []))
    assert.deepEqual(
      listed.map((one) => lines.map((line) => concerns(one, line))),
      [
        [false, true],
        [true, false],
      ],
    )
  })
})
