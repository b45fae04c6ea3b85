import type { ChartBand, ChartLine } from '../chart/chart-props.ts'
import type { RunPrediction } from './prediction.ts'

/**
 * Returns where lines are predicted to end; none for a line without a prediction. `past` are the
 * earlier predictions; only those for the same end count.
 */
export function bandsOf(
  { snapshotMs, endsAtMs, estimates }: RunPrediction,
  lines: readonly ChartLine[],
  past: readonly RunPrediction[] = [],
): readonly ChartBand[] {
  return lines.flatMap(({ key, rank, points: known }) => {
    const estimate = estimates.get(rank)
    if (estimate === undefined || known.length === 0) return []
    const { points, value, interval50, interval90 } = estimate
    const before = past.flatMap((one) => {
      const earlier = one.estimates.get(rank)
      if (earlier === undefined || one.endsAtMs !== endsAtMs) return []
      return [{ atMs: one.snapshotMs, value: earlier.value, inner: earlier.interval50 }]
    })
    return [
      {
        key,
        fromMs: snapshotMs,
        fromPoints: points,
        untilMs: endsAtMs,
        value,
        inner: interval50,
        outer: interval90,
        past: before,
      },
    ]
  })
}
