import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time/time-units.ts'

/** Steps between ticks that match a clock or a calendar. */
const STEPS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  7 * DAY_MS,
  14 * DAY_MS,
  28 * DAY_MS,
  91 * DAY_MS,
  365 * DAY_MS,
]

/** Ticks of a time axis. */
export interface TimeTicks {
  /** Ascending, in Unix milliseconds. */
  readonly atMs: readonly number[]
  readonly stepMs: number
  /** Returns whether a tick is at midnight of the zone. */
  readonly isMidnight: (atMs: number) => boolean
}

/**
 * Returns at most `most` ticks from `fromMs` to `untilMs` (Unix ms), at full hours and days of the
 * zone.
 */
export function timeTicks(fromMs: number, untilMs: number, zone: string, most: number): TimeTicks {
  const span = untilMs - fromMs
  const fits = (step: number) => span / step <= Math.max(1, most)
  let stepMs = STEPS.find(fits) ?? 365 * DAY_MS
  while (!fits(stepMs)) stepMs *= 2
  const offsetAt = zoneOffset(zone)
  const toLocal = (atMs: number) => atMs + offsetAt(atMs)
  /**
   * The offset depends on the result: guess it from the local time, at most an hour off, and
   * correct it once.
   */
  const toUtc = (localMs: number) => {
    const guess = localMs - offsetAt(localMs)
    return localMs - offsetAt(guess)
  }
  const atMs = new Set<number>()
  const first = Math.ceil(toLocal(fromMs) / stepMs) * stepMs
  for (let local = first; atMs.size <= most; local += stepMs) {
    const at = toUtc(local)
    if (at > untilMs) break
    if (at >= fromMs) atMs.add(at)
  }
  return { atMs: [...atMs], stepMs, isMidnight: (at) => toLocal(at) % DAY_MS === 0 }
}

/**
 * Creates a function that returns the UTC offset of a zone at a time (Unix ms), in milliseconds.
 */
export function zoneOffset(zone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  })
  return (atMs) => {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
    for (const { type, value } of format.formatToParts(atMs)) parts[type] = value
    const [year, month, day, hour, minute, second] = [
      parts.year,
      parts.month,
      parts.day,
      parts.hour,
      parts.minute,
      parts.second,
    ].map(Number) as [number, number, number, number, number, number]
    const ahead = Date.UTC(year, month - 1, day, hour, minute, second)
    return ahead - Math.floor(atMs / 1_000) * 1_000
  }
}
