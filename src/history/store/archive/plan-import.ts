import type { EndedGap } from '../../history-archive.ts'

/** Decides which snapshots and gaps of a board and day an import may add. */
export interface ImportPlan {
  /**
   * Returns the number of the segment of a snapshot to add, by its time (Unix ms); `undefined` for
   * a snapshot not to add. Only this import has stored snapshots within a segment.
   */
  segmentOf(atMs: number): number | undefined
  /** Returns the times of a segment, ascending. */
  timesOf(segment: number): readonly number[]
  /** Returns whether a gap is within a range where snapshots may be added. */
  isFree(gap: EndedGap): boolean
}

/**
 * Plans an import of snapshots with these times, ascending, beside stored ones, ascending: those
 * before the first stored snapshot, after the last one, and between two consecutive stored ones
 * that both sides have. Omits those next to a stored snapshot that only this side has.
 */
export function planImport(times: readonly number[], stored: readonly number[]): ImportPlan {
  const indexes = new Map(stored.map((atMs, index) => [atMs, index]))
  const firstMs = stored[0] ?? Infinity
  const lastMs = stored.at(-1) ?? Infinity
  const segments: number[][] = [[], []]
  const sharedIntervals: { readonly fromMs: number; readonly untilMs: number }[] = []
  let fromMs: number | undefined
  let between: number[] = []
  for (const atMs of times) {
    const index = indexes.get(atMs)
    if (index !== undefined) {
      const isSharedInterval = fromMs !== undefined && stored[index - 1] === fromMs
      if (isSharedInterval && fromMs !== undefined && between.length > 0) {
        sharedIntervals.push({ fromMs, untilMs: atMs })
        segments.push(between)
      }
      fromMs = atMs
      between = []
    } else if (atMs < firstMs) segments[0]?.push(atMs)
    else if (atMs > lastMs) segments[1]?.push(atMs)
    else between.push(atMs)
  }
  const segmentOf = new Map(
    segments.flatMap((own, segment) => own.map((atMs) => [atMs, segment] as const)),
  )
  return {
    segmentOf: (atMs) => segmentOf.get(atMs),
    timesOf: (segment) => segments[segment] ?? [],
    isFree: (gap) =>
      gap.untilMs <= firstMs ||
      gap.fromMs >= lastMs ||
      sharedIntervals.some((hole) => gap.fromMs >= hole.fromMs && gap.untilMs <= hole.untilMs),
  }
}
