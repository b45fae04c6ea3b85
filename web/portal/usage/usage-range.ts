import { DAY_MS, HOUR_MS } from '../../../src/platform/time/time-units.ts'

/** Time ranges of usage, by their names in links. */
export const USAGE_RANGES = ['24h', '7d', '30d', '90d'] as const

/** One of {@link USAGE_RANGES}. */
export type UsageRange = (typeof USAGE_RANGES)[number]

const DAYS: Readonly<Record<UsageRange, number>> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

/** Returns the range that a link names; default: the last day. */
export function rangeOf(text: string | null): UsageRange {
  return USAGE_RANGES.find((range) => range === text) ?? '24h'
}

/**
 * Returns the query for a range that ends now: whole hours of the last day, or whole UTC days of a
 * longer range. The current hour or day is the last step.
 */
export function usageQuery(
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
