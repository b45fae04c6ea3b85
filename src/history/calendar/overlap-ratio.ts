/** A period in Unix milliseconds; the end is exclusive. */
interface Period {
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** Minimum overlap ratio of two periods that count as the same. */
export const OVERLAP_RATIO_MIN = 0.5

/**
 * Returns the overlap of two periods divided by the time that either covers (intersection over
 * union): 0 to 1.
 */
export function overlapRatio(one: Period, other: Period): number {
  const common = Math.min(one.endsAtMs, other.endsAtMs) - Math.max(one.startsAtMs, other.startsAtMs)
  const all = Math.max(one.endsAtMs, other.endsAtMs) - Math.min(one.startsAtMs, other.startsAtMs)
  return all > 0 ? Math.max(0, common) / all : 0
}
