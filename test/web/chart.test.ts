import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ChartGap, ChartLine } from '../../web/tracker/chart/chart-props.ts'
import { shiftRange, zoomRange } from '../../web/tracker/chart/plot/axis-range.ts'
import { findStop, findStopIn, findStops, readValues } from '../../web/tracker/chart/read-chart.ts'
import { toTableRows } from '../../web/tracker/chart/table/table-rows.ts'
import { concerns, toPlotData } from '../../web/tracker/chart/plot/to-plot-data.ts'

const anyLines = fc
  .array(
    fc.uniqueArray(
      fc.record({ atMs: fc.nat(300), points: fc.option(fc.nat(1e6), { nil: undefined }) }),
      { selector: ({ atMs }) => atMs, maxLength: 30 },
    ),
    { maxLength: 4 },
  )
  .map((all) => all.map((points, place): ChartLine => lineOf(`line${String(place)}`, points)))
const anyGaps = fc.array(
  fc
    .record({
      fromMs: fc.nat(300),
      lengthMs: fc.option(fc.nat(80), { nil: undefined }),
      keys: fc.option(fc.subarray(['line0', 'line1', 'line2']), { nil: undefined }),
    })
    .map(({ fromMs, lengthMs, keys }): ChartGap => ({
      fromMs,
      untilMs: lengthMs === undefined ? undefined : fromMs + lengthMs,
      reason: 'maintenance',
      ...(keys === undefined ? {} : { keys }),
    })),
  { maxLength: 5 },
)

describe('the data of a chart', () => {
  it('never joins over a gap or a time in which nobody held the rank, and joins all else', () => {
    fc.assert(
      fc.property(anyLines, anyGaps, (lines, gaps) => {
        const { times, columns } = toPlotData(lines, gaps)
        for (const [place, line] of lines.entries()) {
          const points = line.points.toSorted((a, b) => a.atMs - b.atMs)
          const joined = segmentsOf(times, columns[place] ?? [])
          for (const [next, to] of points.entries()) {
            const from = points[next - 1]
            if (from?.points === undefined || to.points === undefined) continue
            const broken = gaps.some(
              (gap) =>
                concerns(gap, line) &&
                gap.fromMs < to.atMs &&
                (gap.untilMs ?? Infinity) > from.atMs,
            )
            const name = `${String(from.atMs)} ${String(to.atMs)}`
            assert.equal(joined.delete(name), !broken, `${line.key} ${name}`)
          }
          assert.deepEqual([...joined], [])
        }
      }),
    )
  })

  it('has every point at its own time, and no other value', () => {
    fc.assert(
      fc.property(anyLines, anyGaps, (lines, gaps) => {
        const { times, columns } = toPlotData(lines, gaps)
        assert.deepEqual(
          times,
          [...new Set(times)].sort((a, b) => a - b),
        )
        for (const [place, line] of lines.entries()) {
          const drawn = times.flatMap((atMs, at) => {
            const points = columns[place]?.[at]
            return typeof points === 'number' ? [{ atMs, points }] : []
          })
          const held = line.points
            .filter(({ points }) => points !== undefined)
            .map(({ atMs, points }) => ({ atMs, points }))
            .toSorted((a, b) => a.atMs - b.atMs)
          assert.deepEqual(drawn, held)
        }
      }),
    )
  })

  it('names each value that no segment reaches, and no other', () => {
    fc.assert(
      fc.property(anyLines, anyGaps, (lines, gaps) => {
        const { times, columns, alone } = toPlotData(lines, gaps)
        for (const [place, column] of columns.entries()) {
          const reached = new Set([...segmentsOf(times, column)].flatMap((name) => name.split(' ')))
          const wanted = times.flatMap((atMs, at) =>
            typeof column[at] === 'number' && !reached.has(String(atMs)) ? [at] : [],
          )
          assert.deepEqual(alone[place], wanted)
        }
      }),
    )
  })
})

describe('the readout of a chart', () => {
  const line = lineOf('line0', [
    { atMs: 0, points: 1 },
    { atMs: 100_000, points: 2 },
    { atMs: 400_000, points: undefined },
  ])
  const gap: ChartGap = { fromMs: 100_000, untilMs: 400_000, reason: 'maintenance' }

  it('stops at each snapshot and once in each gap, which it names instead of a value', () => {
    const stops = findStops([line], [gap], 400_000)
    assert.deepEqual(stops, [0, 100_000, 250_000, 400_000])
    const said = stops.map((atMs) => {
      const [reading] = readValues([line], [gap], atMs)
      return reading?.gap?.reason ?? reading?.point
    })
    assert.deepEqual(said, [line.points[0], line.points[1], 'maintenance', line.points[2]])
  })

  it('goes to the gap from anywhere inside it, and else to the nearest snapshot', () => {
    const stops = findStops([line], [gap], 400_000)
    const nearest = (atMs: number) => stops[findStop(stops, [gap], atMs, 400_000)]
    assert.equal(nearest(100_001), 250_000)
    assert.equal(nearest(399_999), 250_000)
    assert.equal(nearest(49_000), 0)
    assert.equal(nearest(51_000), 100_000)
    assert.equal(nearest(900_000), 400_000)
  })
})

describe('the readout of a zoomed chart', () => {
  const stops = [10, 20, 30, 40]
  const inView = (atMs: number, fromMs: number, untilMs: number) =>
    stops[findStopIn(stops, [], atMs, { view: { fromMs, untilMs }, untilMs: 50 })]

  it('stops inside the window, also where the nearest snapshot lies outside', () => {
    assert.equal(inView(40, 5, 25), 20)
    assert.equal(inView(10, 15, 45), 20)
    assert.equal(inView(31, 5, 45), 30)
  })

  it('has no stop where the window has none', () => {
    assert.equal(inView(25, 22, 28), undefined)
    assert.equal(findStopIn([], [], 5, { view: { fromMs: 0, untilMs: 10 }, untilMs: 10 }), -1)
  })
})

describe('the view of a chart', () => {
  const full = { fromMs: 0, untilMs: 100 * 3_600_000 }

  it('never leaves what there is, and is none when it would show all', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.double({ min: -3, max: 3, noNaN: true }))),
        (steps) => {
          let view = zoomRange(full, full, 0.5)
          for (const [zoom, by] of steps) {
            const now = view ?? full
            view = zoom ? zoomRange(now, full, 2 ** by) : shiftRange(now, full, by)
            if (view === undefined) continue
            assert.ok(view.fromMs >= full.fromMs && view.untilMs <= full.untilMs + 1)
            assert.ok(view.untilMs - view.fromMs >= 59_999)
          }
        },
      ),
    )
    assert.equal(zoomRange(full, full, 2), undefined)
  })
})

describe('the table of a chart', () => {
  it('has the newest 200 rows with the gaps among them, and counts the others', () => {
    const line = lineOf(
      'line0',
      Array.from({ length: 250 }, (_, place) => ({ atMs: place * 1000, points: place })),
    )
    const gap: ChartGap = { fromMs: 248_000, untilMs: 249_000, reason: 'maintenance' }
    const { rows, leftOut } = toTableRows([line], [gap])
    assert.equal(rows.length, 200)
    assert.equal(leftOut, 51)
    assert.deepEqual(rows.slice(0, 3), [
      { atMs: 249_000, points: [{ atMs: 249_000, points: 249 }] },
      { gap },
      { atMs: 248_000, points: [{ atMs: 248_000, points: 248 }] },
    ])
  })
})

function lineOf(key: string, points: ChartLine['points']): ChartLine {
  return { key, label: key, rank: 1, color: 0, points }
}

/** Which times a column joins, as uPlot reads it: `null` breaks, `undefined` is passed over. */
function segmentsOf(
  times: readonly number[],
  column: readonly (number | null | undefined)[],
): Set<string> {
  const segments = new Set<string>()
  let from: number | undefined
  for (const [at, value] of column.entries()) {
    const atMs = times[at] ?? 0
    if (value === null) from = undefined
    if (typeof value !== 'number') continue
    if (from !== undefined) segments.add(`${String(from)} ${String(atMs)}`)
    from = atMs
  }
  return segments
}
