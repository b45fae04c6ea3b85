import type { ChartBand, ChartGap, ChartLine, ChartPoint, ChartRange } from './chart-props.ts'
import { concerns } from './plot/to-plot-data.ts'

/** Value of one line at a time. */
export interface LineReading {
  readonly line: ChartLine
  /** The newest snapshot at or before the time; `undefined` before the first, and in a gap. */
  readonly point: ChartPoint | undefined
  /** The gap that the time lies in. */
  readonly gap: ChartGap | undefined
  /** At the end of the run: what is predicted for it. */
  readonly band?: ChartBand | undefined
}

/**
 * Returns the times at which the readout stops, ascending: each snapshot, the middle of each gap,
 * and the predicted end.
 */
export function findStops(
  lines: readonly ChartLine[],
  gaps: readonly ChartGap[],
  untilMs: number,
  bands: readonly ChartBand[] = [],
): readonly number[] {
  const times = lines.flatMap((line) => line.points.map(({ atMs }) => atMs))
  const middles = gaps.map((gap) => middleOf(gap, untilMs))
  const ends = bands.map((band) => band.untilMs)
  return [...new Set([...times, ...middles, ...ends])].sort((a, b) => a - b)
}

/** Returns the middle of a gap. An open gap extends to `untilMs`, but at least one minute. */
export function middleOf(gap: ChartGap, untilMs: number): number {
  const end = gap.untilMs ?? Math.max(untilMs, gap.fromMs + 60_000)
  return (gap.fromMs + end) / 2
}

/** Returns the index of the stop nearest to a time. Inside a gap, that is the middle of the gap. */
export function findStop(
  stops: readonly number[],
  gaps: readonly ChartGap[],
  atMs: number,
  untilMs: number,
): number {
  const inside = gaps.find((gap) => isInside(gap, atMs) && gap.keys === undefined)
  const wanted = inside === undefined ? atMs : middleOf(inside, untilMs)
  let low = 0
  let high = stops.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stops[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  const before = stops[low - 1]
  const here = stops[low]
  return before !== undefined && here !== undefined && wanted - before <= here - wanted
    ? low - 1
    : low
}

/** Returns the index of the nearest visible stop, or -1 if none is visible. */
export function findStopIn(
  stops: readonly number[],
  gaps: readonly ChartGap[],
  atMs: number,
  { view, untilMs }: { readonly view: ChartRange; readonly untilMs: number },
): number {
  const first = stops.findIndex((stop) => stop >= view.fromMs)
  const last = stops.findLastIndex((stop) => stop <= view.untilMs)
  if (first < 0 || last < first) return -1
  return Math.min(Math.max(findStop(stops, gaps, atMs, untilMs), first), last)
}

/**
 * Returns the value of each line at a time, without interpolation: a value is that of a snapshot,
 * with its time. At the predicted end it is the prediction.
 */
export function readValues(
  lines: readonly ChartLine[],
  gaps: readonly ChartGap[],
  atMs: number,
  bands: readonly ChartBand[] = [],
): readonly LineReading[] {
  if (bands.some(({ untilMs }) => untilMs === atMs)) {
    return lines.map((line) => ({
      line,
      point: undefined,
      gap: undefined,
      band: bands.find(({ key }) => key === line.key),
    }))
  }
  return lines.map((line) => {
    const gap = gaps.find((one) => concerns(one, line) && isInside(one, atMs))
    if (gap !== undefined) return { line, point: undefined, gap }
    return { line, point: line.points.findLast((point) => point.atMs <= atMs), gap: undefined }
  })
}

/** Returns whether a time lies inside a gap, its ends excluded. */
export function isInside(gap: ChartGap, atMs: number): boolean {
  return gap.fromMs < atMs && atMs < (gap.untilMs ?? Infinity)
}
