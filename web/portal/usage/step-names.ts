import { DAY_MS } from '../../../src/platform/time/time-units.ts'
import type { Format } from '../../shared/i18n/format.ts'

/** Formats the times of steps: hours in the reader's zone, days in UTC, as they are counted. */
export interface StepNames {
  /** Short, for an axis. */
  short(atMs: number): string
  /** Complete, for a table. */
  long(atMs: number): string
}

/** Creates the formatter of steps; a step of a day or more is a day. */
export function createStepNames(
  { lang, zone }: Pick<Format, 'lang' | 'zone'>,
  stepMs: number,
): StepNames {
  const isDay = stepMs >= DAY_MS
  const timeZone = isDay ? 'UTC' : zone
  const day = { month: 'short', day: 'numeric' } as const
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const short = new Intl.DateTimeFormat(lang, { timeZone, ...(isDay ? day : hour) })
  const long = new Intl.DateTimeFormat(lang, {
    timeZone,
    ...day,
    ...(isDay ? { year: 'numeric', weekday: 'short' } : hour),
  })
  return { short: (atMs) => short.format(atMs), long: (atMs) => long.format(atMs) }
}
