import type { CurveGap, CurveLine, CurvePoint } from './curve-props.ts'

/** The columns that uPlot draws, and the points that no segment reaches. */
export interface PlotData {
  /** Ascending and different: the times of all points, and one time inside each break. */
  readonly times: number[]
  /** For each line, one value for each time. `null` breaks the line; `undefined` says nothing, and the line goes on. */
  readonly columns: (number | null | undefined)[][]
  /** For each line, the places of values with no neighbour to be joined with: they would be invisible without a dot. */
  readonly alone: number[][]
}

/**
 * Puts lines with times of their own on one axis. Two neighbouring snapshots of a line are joined only when no gap that concerns
 * the line touches the time between them and somebody held the rank in both; no point is dropped or moved.
 */
export function toPlotData(lines: readonly CurveLine[], gaps: readonly CurveGap[]): PlotData {
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

/** Whether a gap says anything about a line. */
export function concerns(gap: CurveGap, line: Pick<CurveLine, 'key'>): boolean {
  return gap.keys === undefined || gap.keys.includes(line.key)
}

/** The points of a line by time, with a point without a value inside each gap that two of them lie around. */
function withBreaks(line: CurveLine, gaps: readonly CurveGap[]): readonly CurvePoint[] {
  const own = gaps.filter((gap) => concerns(gap, line)).sort((a, b) => a.fromMs - b.fromMs)
  const points = line.points.toSorted((a, b) => a.atMs - b.atMs)
  const result: CurvePoint[] = []
  let next = 0
  for (const point of points) {
    const last = result.at(-1)
    if (last !== undefined && last.atMs < point.atMs) {
      // One that is over by now concerns no later pair; those behind it begin later.
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
