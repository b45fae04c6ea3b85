import type { PublicPart } from '../api/public-messages.ts'
import type { ChartGap, ChartLine, ChartPoint } from './chart-spec.ts'

/** The lines and gaps of a history. */
export interface ChartContent {
  readonly lines: readonly ChartLine[]
  /** `untilMs` is infinite for an open gap. */
  readonly gaps: readonly ChartGap[]
  /** The fetch times of the first and the newest snapshot, in Unix milliseconds. */
  readonly firstMs: number | undefined
  readonly lastMs: number | undefined
}

/**
 * Converts the entries of a history to lines. A line is interrupted by each gap and by each
 * snapshot without points of its rank: no player held it, or it was not polled.
 */
export function chartLines(
  ranks: readonly number[],
  entries: readonly PublicPart['Entry'][],
): ChartContent {
  const lines = ranks.map((rank) => ({ rank, parts: [] as ChartPoint[][], isOpen: false }))
  const gaps: ChartGap[] = []
  let firstMs: number | undefined
  let lastMs: number | undefined
  for (const { fetchedAt, rows = [], gap } of entries) {
    if (gap !== undefined) {
      const untilMs = Number(gap.until ?? 0)
      const fromMs = Number(gap.from ?? 0)
      gaps.push({ fromMs, untilMs: untilMs === 0 ? Number.POSITIVE_INFINITY : untilMs })
      for (const line of lines) line.isOpen = false
      continue
    }
    const atMs = Number(fetchedAt ?? 0)
    firstMs ??= atMs
    lastMs = atMs
    const points = new Map(rows.map((row) => [row.rank, row.points ?? 0]))
    for (const line of lines) {
      const value = points.get(line.rank)
      if (value === undefined) {
        line.isOpen = false
        continue
      }
      if (!line.isOpen) line.parts.push([])
      line.isOpen = true
      line.parts.at(-1)?.push([atMs, value])
    }
  }
  return { lines: lines.map(({ rank, parts }) => ({ rank, parts })), gaps, firstMs, lastMs }
}
