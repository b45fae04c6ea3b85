import { DAY_MS, HOUR_MS } from '../../../src/domain/time-units.ts'

/** The times that usage can be shown of, by what a link calls them. */
export const USAGE_RANGES = ['24h', '7d', '30d', '90d'] as const

/** One of {@link USAGE_RANGES}. */
export type UsageRange = (typeof USAGE_RANGES)[number]

const DAYS: Readonly<Record<UsageRange, number>> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

/** The range that a link names; the last day where it names none. */
export function rangeOf(text: string | null): UsageRange {
  return USAGE_RANGES.find((range) => range === text) ?? '24h'
}

/**
 * What usage is asked with for a range that ends now: whole hours of the last day, whole UTC days of a longer time. The hour
 * or day that is under way is the last of them.
 */
export function questionOf(
  range: UsageRange,
  nowMs: number,
): { readonly fromMs: number; readonly step: 'hour' | 'day' } {
  const days = DAYS[range]
  const stepMs = days === 1 ? HOUR_MS : DAY_MS
  const steps = days === 1 ? 24 : days
  const currentMs = Math.floor(nowMs / stepMs) * stepMs
  return {
    fromMs: Math.max(0, currentMs - (steps - 1) * stepMs),
    step: days === 1 ? 'hour' : 'day',
  }
}
