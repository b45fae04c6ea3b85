import type { ChartSpec } from '../chart-spec.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import { elapsedFormat } from './elapsed-format.ts'
import type { TimeTicks } from './time-ticks.ts'

/** Formats numbers and times of a chart in its language and zone. */
export interface ChartFormats {
  /** Formats a number with all digits. */
  readonly full: (value: number) => string
  /** Formats a number in compact notation with three significant digits. */
  readonly short: (value: number) => string
  /** Formats numbers in compact notation, with as many digits as distinguish them. */
  compact(values: readonly number[]): readonly string[]
  /** Formats a date and time. */
  readonly dateTime: (atMs: number) => string
  /** Formats a duration in milliseconds as days, hours and minutes. */
  readonly elapsed: (ms: number) => string
  /** Formats a fraction as a percentage. */
  readonly percent: (part: number) => string
  /** Returns the labels of ticks. */
  ticks(ticks: TimeTicks): readonly string[]
  /** The zone with its name and UTC offset; `shortZone` is the offset only. */
  readonly zone: string
  readonly shortZone: string
}

/** Creates the formats of a chart spec. */
export function chartFormats({
  language,
  zone,
  untilMs,
  lastMs,
  compared,
}: Pick<ChartSpec, 'language' | 'zone' | 'untilMs'> &
  Partial<Pick<ChartSpec, 'lastMs' | 'compared'>>): ChartFormats {
  const formatOf = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: zone, ...options })
    return (atMs: number) => format.format(atMs)
  }
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = { month: 'short', day: 'numeric' } as const
  const [time, date] = [formatOf(clock), formatOf(day)]
  const dateTime = formatOf({ ...day, ...clock })
  const month = formatOf({ year: 'numeric', month: 'short' })
  const year = formatOf({ year: 'numeric' })
  const shortZone =
    zone === 'UTC' ? 'UTC' : offsetName(zone, compared === undefined ? untilMs : (lastMs ?? 0))
  const elapsed = elapsedFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const whole = new Intl.NumberFormat(language)
  const short = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  })
  return {
    full: (value) => whole.format(value),
    short: (value) => short.format(value),
    compact: (values) => {
      const write = (digits: number) => {
        const format = new Intl.NumberFormat(language, {
          notation: 'compact',
          maximumFractionDigits: digits,
        })
        return values.map((value) => format.format(value))
      }
      const tries = [0, 1, 2, 3].map(write)
      return tries.find((texts) => new Set(texts).size === values.length) ?? write(4)
    },
    dateTime,
    elapsed,
    percent: (part) => share.format(part),
    ticks: ({ atMs, stepMs, isMidnight }) => {
      if (compared !== undefined) return atMs.map(elapsed)
      if (stepMs >= 365 * DAY_MS) return atMs.map(year)
      if (stepMs >= 28 * DAY_MS) return atMs.map(month)
      const hasDay = atMs.some(isMidnight)
      return atMs.map((at, index) => {
        if (stepMs >= DAY_MS || isMidnight(at)) return date(at)
        return !hasDay && index === 0 ? dateTime(at) : time(at)
      })
    },
    zone: zone === 'UTC' ? 'UTC' : `${zone} (${shortZone})`,
    shortZone,
  }
}

function offsetName(zone: string, atMs: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
  return format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
