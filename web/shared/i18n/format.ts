import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/platform/time/time-units.ts'

/** Formats numbers and times in one language and one time zone. */
export interface Format {
  readonly lang: string
  readonly zone: string
  /** The localized name of the zone, then its IANA name. */
  readonly zoneName: string
  /** The short name of the zone, for example "GMT+9". */
  readonly zoneShort: string
  readonly number: (value: number) => string
  /** A number below 100,000 in full, else with three digits, as in "3.93M". */
  short(value: number): string
  /** A part as a signed percentage with one decimal. */
  percent(part: number): string
  /** A part as a percentage with at most one decimal, without a sign. */
  share(part: number): string
  /** A number with at most one decimal. */
  tenths(value: number): string
  /** A list, its last item joined with "and". */
  list(items: readonly string[]): string
  /** A number with its sign. */
  change(value: number): string
  /** A number with its sign and at most three digits, as in "+20.5K". */
  compactChange(value: number): string
  /** Day and time, to the minute; Unix ms. */
  time(ms: number): string
  /** Day, year and time, to the minute; Unix ms. */
  moment(ms: number): string
  /** The day with its year; Unix ms. */
  day(ms: number): string
  /** Start of a run: the time for a run under 36 hours, else the day; Unix ms. */
  start(run: { readonly startsAtMs: number; readonly endsAtMs: number }): string
  /** Start and end of a run, at the same precision. */
  span(run: { readonly startsAtMs: number; readonly endsAtMs: number }): string
  /** Two times, to the minute, with the day once if both are on the same day; Unix ms. */
  range(fromMs: number, untilMs: number): string
  /** A relative time, rounded to its largest unit; a difference in ms. */
  relative(ms: number): string
  /** A time in the past, rounded to its largest unit and abbreviated; a positive duration in ms. */
  ago(ms: number): string
  /**
   * A duration in its two largest units, without a second one of zero, and without seconds from 5
   * minutes on: "2 d 21 h", "59 min", "4 min 30 s". Negative counts as 0. `long` spells the units
   * out, for screen readers.
   */
  duration(ms: number, width?: UnitWidth): string
  /** A duration, rounded to its largest unit, abbreviated as in "8 s"; negative counts as 0. */
  brief(ms: number): string
}

/** Whether units are spelled out. */
type UnitWidth = 'long' | 'short'

/** Numbers from here on are abbreviated where room is short. */
const LONG_FROM = 100_000

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const

/** Durations from here on have no seconds. */
const MINUTES_FROM_MS = 5 * MINUTE_MS

/** Runs shorter than this show times instead of days. */
const SHORT_MS = 36 * HOUR_MS

/** Symbols of the units in English: the abbreviations of CLDR mix "hr", "min" and "sec". */
const SYMBOLS = { day: 'd', hour: 'h', minute: 'min', second: 's' } as const

const RANGE_SEPARATORS: Readonly<Record<string, string>> = { ja: '～', ko: ' ~ ' }

type DurationFormat = Pick<Format, 'relative' | 'ago' | 'duration' | 'brief'>
type TimeFormat = Pick<Format, 'time' | 'moment' | 'day' | 'start' | 'span' | 'range'>

/** Creates a formatter for `lang` and `zone`. Throws `RangeError` for an unknown zone. */
export function createFormat(lang: string, zone: string): Format {
  const number = new Intl.NumberFormat(lang)
  const change = new Intl.NumberFormat(lang, { signDisplay: 'exceptZero' })
  const compactChange = new Intl.NumberFormat(lang, {
    notation: 'compact',
    maximumSignificantDigits: 3,
    signDisplay: 'exceptZero',
  })
  const compact = new Intl.NumberFormat(lang, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  })
  const percent = new Intl.NumberFormat(lang, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const share = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 })
  const tenths = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 })
  const list = new Intl.ListFormat(lang)
  return {
    lang,
    zone,
    zoneName: nameOfZone(lang, zone),
    zoneShort: zonePart(lang, zone, 'short') ?? zone,
    number: (value) => number.format(value),
    short: (value) => (value < LONG_FROM ? number : compact).format(value),
    percent: (part) => withMinusSign(percent.format(part)),
    share: (part) => share.format(part),
    tenths: (value) => tenths.format(value),
    list: (items) => list.format(items),
    change: (value) => withMinusSign(change.format(value)),
    compactChange: (value) => withMinusSign(compactChange.format(value)),
    ...createTimeFormat(lang, zone),
    ...createDurationFormat(lang),
  }
}

function createTimeFormat(lang: string, zone: string): TimeFormat {
  const hourAndMinute = {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  const monthAndDay = { timeZone: zone, month: 'short', day: 'numeric' } as const
  const clock = new Intl.DateTimeFormat(lang, hourAndMinute)
  const time = new Intl.DateTimeFormat(lang, { ...monthAndDay, ...hourAndMinute })
  const day = new Intl.DateTimeFormat(lang, { ...monthAndDay, year: 'numeric' })
  const moment = new Intl.DateTimeFormat(lang, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const precise = ({ startsAtMs, endsAtMs }: { startsAtMs: number; endsAtMs: number }) =>
    endsAtMs - startsAtMs < SHORT_MS ? time : day
  return {
    time: (ms) => time.format(ms),
    moment: (ms) => moment.format(ms),
    day: (ms) => day.format(ms),
    start: (run) => precise(run).format(run.startsAtMs),
    span: (run) => precise(run).formatRange(run.startsAtMs, run.endsAtMs),
    range: (fromMs, untilMs) => {
      const isSameDay = day.format(fromMs) === day.format(untilMs)
      const end = (isSameDay ? clock : time).format(untilMs)
      return `${time.format(fromMs)}${RANGE_SEPARATORS[lang] ?? ' – '}${end}`
    },
  }
}

function createDurationFormat(lang: string): DurationFormat {
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'always' })
  const narrow = new Intl.RelativeTimeFormat(lang, { numeric: 'always', style: 'narrow' })
  // Japanese and Simplified Chinese write a number and its unit without a space.
  const isSpaced = lang !== 'ja' && lang !== 'zh-Hans'
  const compact = (text: string) => (isSpaced ? text : text.replaceAll(' ', ''))
  const inUnit = (unit: keyof typeof SYMBOLS, value: number, unitDisplay: UnitWidth) => {
    return lang === 'en' && unitDisplay === 'short'
      ? `${value}\u00A0${SYMBOLS[unit]}`
      : compact(new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay }).format(value))
  }
  return {
    relative: (ms) => {
      const [unit, size] = largestUnit(ms)
      return compact(relative.format(Math.round(ms / size), unit))
    },
    ago: (ms) => {
      const [unit, size] = largestUnit(ms)
      if (lang === 'en') return `${inUnit(unit, Math.round(ms / size), 'short')} ago`
      return compact(narrow.format(-Math.round(ms / size), unit))
    },
    duration: (ms, width = 'short') => {
      const at = UNITS.findIndex(([, one]) => ms >= one)
      const [unit, size] = UNITS[at] ?? UNITS[3]
      const next = unit === 'minute' && ms >= MINUTES_FROM_MS ? undefined : UNITS[at + 1]
      const count = Math.floor(Math.max(0, ms) / size)
      const first = inUnit(unit, count, width)
      const rest = next === undefined ? 0 : Math.floor((ms - count * size) / next[1])
      if (at < 0 || next === undefined || rest === 0) return first
      const space = isSpaced ? (width === 'short' ? '\u00A0' : ' ') : ''
      return first + space + inUnit(next[0], rest, width)
    },
    brief: (ms) => {
      const [unit, size] = largestUnit(Math.max(0, ms))
      return inUnit(unit, Math.round(Math.max(0, ms) / size), 'short')
    },
  }
}

/** Returns a number of `Intl` with a minus sign: its hyphen is shorter than "+". */
function withMinusSign(text: string): string {
  return text.replace('-', '−')
}

/**
 * Returns the unit that a duration is rounded in: one that rounds to 24 hours is shown as a day.
 */
function largestUnit(ms: number): (typeof UNITS)[number] {
  return (
    UNITS.find(([, one], at) => Math.abs(ms) >= one - (UNITS[at + 1]?.[1] ?? 0) / 2) ?? UNITS[3]
  )
}

function nameOfZone(lang: string, zone: string): string {
  const name = zonePart(lang, zone, 'longGeneric')
  return name === undefined || name === zone ? zone : `${name} (${zone})`
}

function zonePart(
  lang: string,
  zone: string,
  timeZoneName: 'short' | 'longGeneric',
): string | undefined {
  return new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
}
