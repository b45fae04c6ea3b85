import { HOUR_MS } from '../../../src/platform/time/time-units.ts'
import type { ChartGap, ChartLine, ChartPoint } from './chart-props.ts'
import { concerns } from './plot/to-plot-data.ts'

/** Time over which a speed is measured; longer where snapshots are further apart. */
const WINDOW_MS = HOUR_MS

/**
 * Returns a line with the points per hour of another one: at each snapshot, the growth since the
 * last snapshot at least an hour before. A point is left out where a gap lies between the two, or
 * no player held the rank.
 */
export function speedLine(line: ChartLine, gaps: readonly ChartGap[]): ChartLine {
  const own = gaps.filter((gap) => concerns(gap, line))
  const points = line.points.toSorted((one, other) => one.atMs - other.atMs)
  const speeds: ChartPoint[] = []
  let start = 0
  for (const [at, { atMs, points: value }] of points.entries()) {
    if (value === undefined) {
      speeds.push({ atMs, points: undefined })
      start = at + 1
      continue
    }
    const lastGapMs = lastEndBefore(own, atMs)
    while (start < at && (points[start]?.atMs ?? 0) < lastGapMs) start += 1
    while (start + 1 < at && (points[start + 1]?.atMs ?? 0) <= atMs - WINDOW_MS) start += 1
    const from = points[start]
    // The first hour has no speed: a shorter window exaggerates.
    if (from?.points === undefined || atMs - from.atMs < WINDOW_MS) continue
    speeds.push({ atMs, points: ((value - from.points) * HOUR_MS) / (atMs - from.atMs) })
  }
  return { ...line, points: speeds }
}

/** Returns the end of the last gap that begins before a time; -Infinity without one. */
function lastEndBefore(gaps: readonly ChartGap[], atMs: number): number {
  let lastMs = -Infinity
  for (const { fromMs, untilMs } of gaps) {
    if (fromMs < atMs) lastMs = Math.max(lastMs, Math.min(untilMs ?? atMs, atMs))
  }
  return lastMs
}
