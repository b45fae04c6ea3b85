import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import type { RunCurves } from './run-curves.ts'
import { median } from './statistics.ts'

/** Hours of a day. */
export const DAY_HOURS = 24

/** Minimum activity of an hour, in average hours: the data never proves that it is zero. */
const ACTIVITY_MIN = 0.05

/** Returns the UTC hour of the day, 0 to 23, at some hours after the start of a run. */
export function hourOfDay(startsAtMs: number, hours: number): number {
  const ms = startsAtMs + hours * HOUR_MS
  return Math.floor((((ms % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS)
}

/**
 * Returns the growth in each UTC hour of the day as a ratio to the average hour of the 24 hours
 * around it: the median over the days and ranks of a run. NaN for hours without such a day. Days
 * with maintenance do not count.
 */
export function hourlyRatios({
  startsAtMs,
  length,
  curves,
  pauses,
}: Omit<RunCurves, 'ratios'>): Float64Array {
  const found: number[][] = Array.from({ length: DAY_HOURS }, () => [])
  for (const curve of curves.values()) {
    const until = Math.min(length, curve.lastHours) - DAY_HOURS / 2
    for (let hour = DAY_HOURS / 2; hour < until; hour += 1) {
      const [from, to] = [hour - DAY_HOURS / 2 + 0.5, hour + DAY_HOURS / 2 + 0.5]
      if (pauses.some((pause) => pause.from < to && pause.until > from)) continue
      const ofDay = curve.at(to) - curve.at(from)
      const ofHour = curve.at(hour + 1) - curve.at(hour)
      if (ofDay > 0 && ofHour >= 0) {
        found[hourOfDay(startsAtMs, hour + 0.5)]?.push((ofHour * DAY_HOURS) / ofDay)
      }
    }
  }
  return Float64Array.from(found, median)
}

/**
 * Returns the activity of each UTC hour of the day, with an average of 1: the median over runs.
 * Hours without data, and all of them without runs, count as average.
 */
export function averageActivity(runs: readonly Pick<RunCurves, 'ratios'>[]): Float64Array {
  const activity = Float64Array.from({ length: DAY_HOURS }, (_, hour) => {
    const known = runs.map(({ ratios }) => ratios[hour] ?? Number.NaN).filter((one) => one >= 0)
    return known.length === 0 ? 1 : Math.max(ACTIVITY_MIN, median(known))
  })
  const mean = activity.reduce((sum, one) => sum + one, 0) / DAY_HOURS
  return activity.map((one) => one / mean)
}
