import type { CurveGap, CurveLine, CurvePoint } from './curve-props.ts'
import { concerns } from './to-plot-data.ts'

/** What one line says at a time. */
export interface LineReading {
  readonly line: CurveLine
  /** The newest snapshot at or before the time; `undefined` before the first, and in a gap. */
  readonly point: CurvePoint | undefined
  /** The gap that the time lies in. */
  readonly gap: CurveGap | undefined
}

/** All the times that the readout stops at, ascending: of each snapshot, and the middle of each gap. */
export function findStops(
  lines: readonly CurveLine[],
  gaps: readonly CurveGap[],
  untilMs: number,
): readonly number[] {
  const times = lines.flatMap((line) => line.points.map(({ atMs }) => atMs))
  const middles = gaps.map((gap) => middleOf(gap, untilMs))
  return [...new Set([...times, ...middles])].sort((a, b) => a - b)
}

/** The middle of a gap; one that lasts is taken to reach `untilMs`, or a minute where that is before it. */
export function middleOf(gap: CurveGap, untilMs: number): number {
  const end = gap.untilMs ?? Math.max(untilMs, gap.fromMs + 60_000)
  return (gap.fromMs + end) / 2
}

/** The place of the stop nearest to a time, where there is one; the middle of a gap stands for all of the gap. */
export function findStop(
  stops: readonly number[],
  gaps: readonly CurveGap[],
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

/** What every line says at a time. Nothing is interpolated: a value is that of a snapshot, and carries its time. */
export function readCurve(
  lines: readonly CurveLine[],
  gaps: readonly CurveGap[],
  atMs: number,
): readonly LineReading[] {
  return lines.map((line) => {
    const gap = gaps.find((one) => concerns(one, line) && isInside(one, atMs))
    if (gap !== undefined) return { line, point: undefined, gap }
    return { line, point: line.points.findLast((point) => point.atMs <= atMs), gap: undefined }
  })
}

/** Whether a time lies in a gap; the snapshots at its two ends do not. */
export function isInside(gap: CurveGap, atMs: number): boolean {
  return gap.fromMs < atMs && atMs < (gap.untilMs ?? Infinity)
}
