/** A period in Unix milliseconds; the end is exclusive. */
interface Period {
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** The share from which two periods are taken for the same one. */
export const SHARE_MIN = 0.5

/** Returns the common part of the time that two periods cover together: 0 to 1. */
export function shareOfPeriods(one: Period, other: Period): number {
  const common = Math.min(one.endsAtMs, other.endsAtMs) - Math.max(one.startsAtMs, other.startsAtMs)
  const all = Math.max(one.endsAtMs, other.endsAtMs) - Math.min(one.startsAtMs, other.startsAtMs)
  return all > 0 ? Math.max(0, common) / all : 0
}
