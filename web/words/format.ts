import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time-units.ts'

/** Writes numbers and times in one language and one time zone. */
export interface Format {
  readonly lang: string
  readonly zone: string
  /** What readers call the zone, with its own name. */
  readonly zoneName: string
  number(value: number): string
  /** Several things in a row, the last one with an "and". */
  list(items: readonly string[]): string
  /** A number with its sign. */
  change(value: number): string
  /** Day and time, to the minute; Unix ms. */
  time(ms: number): string
  /** Day, year and time, to the minute; Unix ms. */
  moment(ms: number): string
  /** The day with its year; Unix ms. */
  day(ms: number): string
  /** When a run begins: the day, and the time where the run is short; Unix ms. */
  start(run: { readonly startsAtMs: number; readonly endsAtMs: number }): string
  /** From when to when, likewise. */
  span(run: { readonly startsAtMs: number; readonly endsAtMs: number }): string
  /** How long ago or in how long, rounded to the largest unit that says enough; a difference in ms. */
  relative(ms: number): string
  /** How long, in up to three units, seconds in the last hour alone. */
  duration(ms: number): string
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const

/** Of a run that is shorter, the days alone say too little. */
const SHORT_MS = 36 * HOUR_MS

/** Makes what writes for readers of `lang` in `zone`; throws where there is no such zone. */
export function createFormat(lang: string, zone: string): Format {
  const number = new Intl.NumberFormat(lang)
  const change = new Intl.NumberFormat(lang, { signDisplay: 'exceptZero' })
  const list = new Intl.ListFormat(lang)
  const time = new Intl.DateTimeFormat(lang, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const day = new Intl.DateTimeFormat(lang, {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })
  const moment = new Intl.DateTimeFormat(lang, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const precise = ({ startsAtMs, endsAtMs }: { startsAtMs: number; endsAtMs: number }) =>
    endsAtMs - startsAtMs < SHORT_MS ? time : day
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'always' })
  const inUnit = (unit: string, value: number) =>
    new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  return {
    lang,
    zone,
    zoneName: nameOfZone(lang, zone),
    number: (value) => number.format(value),
    list: (items) => list.format(items),
    change: (value) => change.format(value),
    time: (ms) => time.format(ms),
    moment: (ms) => moment.format(ms),
    day: (ms) => day.format(ms),
    start: (run) => precise(run).format(run.startsAtMs),
    span: (run) => precise(run).formatRange(run.startsAtMs, run.endsAtMs),
    relative: (ms) => {
      // What would round to 24 hours is a day.
      const [unit, size] =
        UNITS.find(([, one], at) => Math.abs(ms) >= one - (UNITS[at + 1]?.[1] ?? 0) / 2) ?? UNITS[3]
      return relative.format(Math.round(ms / size), unit)
    },
    duration: (ms) => {
      const units = ms < HOUR_MS ? UNITS.slice(2) : UNITS.slice(0, 3)
      let leftMs = Math.max(0, ms)
      const parts = units.map(([unit, size]) => {
        const count = Math.floor(leftMs / size)
        leftMs -= count * size
        return { count, text: inUnit(unit, count) }
      })
      const first = parts.findIndex(({ count }) => count > 0)
      const said = first < 0 ? parts.slice(-1) : parts.slice(first)
      return said.map(({ text }) => text).join(' ')
    },
  }
}

function nameOfZone(lang: string, zone: string): string {
  const parts = new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')
  return parts === undefined || parts.value === zone ? zone : `${parts.value} (${zone})`
}
