import type { ChartGap, ChartLine, ChartPoint } from '../chart-props.ts'

/** Columns for uPlot, and the isolated points. */
export interface PlotData {
  /** Times of all points and one time inside each break; ascending, unique. */
  readonly times: number[]
  /** Per line, one value per time. `null` breaks the line; `undefined` continues it. */
  readonly columns: (number | null | undefined)[][]
  /** Per line, the indexes of isolated values, which need a dot to be visible. */
  readonly alone: number[][]
}

/**
 * Merges lines with different times onto one axis. Joins two adjacent snapshots of a line only if
 * no gap of the line lies between them and a player held the rank in both. Drops and moves no
 * point.
 */
export function toPlotData(lines: readonly ChartLine[], gaps: readonly ChartGap[]): PlotData {
  const given = lines.map((line) => withBreaks(line, gaps))
  const times = [...new Set(given.flatMap((points) => points.map(({ atMs }) => atMs)))].sort(
    (a, b) => a - b,
  )
  const places = new Map(times.map((atMs, place) => [atMs, place]))
  const columns = given.map((points) => {
    const column = Array.from<number | null | undefined>({ length: times.length })
    for (const { atMs, points: value } of points) column[places.get(atMs) ?? 0] = value ?? null
    return column
  })
  return { times, columns, alone: columns.map(findAlone) }
}

/** Returns whether a gap applies to a line. */
export function concerns(gap: ChartGap, line: Pick<ChartLine, 'key'>): boolean {
  return gap.keys === undefined || gap.keys.includes(line.key)
}

/**
 * Returns the points of a line by time, with an empty point inside each gap between two of them.
 */
function withBreaks(line: ChartLine, gaps: readonly ChartGap[]): readonly ChartPoint[] {
  const own = gaps.filter((gap) => concerns(gap, line)).sort((a, b) => a.fromMs - b.fromMs)
  const points = line.points.toSorted((a, b) => a.atMs - b.atMs)
  const result: ChartPoint[] = []
  let next = 0
  for (const point of points) {
    const last = result.at(-1)
    if (last !== undefined && last.atMs < point.atMs) {
      // Skip gaps that end before this pair.
      while (next < own.length && (own[next]?.untilMs ?? Infinity) <= last.atMs) next += 1
      const gap = own[next]
      if (gap !== undefined && gap.fromMs < point.atMs)
        result.push({ atMs: (last.atMs + point.atMs) / 2, points: undefined })
    }
    result.push(point)
  }
  return result
}

function findAlone(column: readonly (number | null | undefined)[]): number[] {
  const alone: number[] = []
  let run: number[] = []
  const end = () => {
    if (run.length === 1) alone.push(...run)
    run = []
  }
  for (const [place, value] of column.entries()) {
    if (value === null) end()
    else if (value !== undefined) run.push(place)
  }
  end()
  return alone
}
