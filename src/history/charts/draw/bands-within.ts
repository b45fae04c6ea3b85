import type { ChartBand, ChartSpec } from '../chart-spec.ts'

/**
 * Returns the prediction bands within the range of a chart. A band that ends later is cut at its
 * end; one that starts later is omitted.
 */
export function bandsWithin({ prediction, untilMs }: ChartSpec): readonly ChartBand[] {
  return (prediction?.bands ?? []).flatMap((band) => {
    const { from, end, inner, outer } = band
    const part = (untilMs - from[0]) / (end[0] - from[0])
    if (!(part > 0)) return []
    if (part >= 1) return [band]
    const cut = (points: number) => from[1] + (points - from[1]) * part
    return [
      {
        ...band,
        end: [untilMs, cut(end[1])] as const,
        inner: [cut(inner[0]), cut(inner[1])] as const,
        outer: [cut(outer[0]), cut(outer[1])] as const,
      },
    ]
  })
}
