import type { CurveProps } from './curve-props.ts'

/** How numbers and times are written, in one language and one time zone. */
export interface CurveFormats {
  /** Few digits, for the axis. */
  readonly compact: (points: number) => string
  /** All digits. */
  readonly whole: (points: number) => string
  /** A time with its day, or how long since the start. */
  readonly moment: (atMs: number) => string
  /** The labels of the ticks; the day stands under the first and wherever one begins. */
  readonly ticks: (atMs: readonly number[]) => string[]
}

/** Makes the formats of a language and a zone. */
export function createCurveFormats({
  axis,
  lang,
  zone,
}: Pick<CurveProps, 'axis' | 'lang' | 'zone'>): CurveFormats {
  const compact = new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: 4 })
  const whole = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 })
  const numbers = {
    compact: (points: number) => compact.format(points),
    whole: (points: number) => whole.format(points),
  }
  if (axis === 'since') {
    const write = createElapsed(lang)
    return { ...numbers, moment: write, ticks: (atMs) => atMs.map(write) }
  }
  const moment = new Intl.DateTimeFormat(lang, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  const clock = new Intl.DateTimeFormat(lang, {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const day = new Intl.DateTimeFormat(lang, { timeZone: zone, month: 'numeric', day: 'numeric' })
  return {
    ...numbers,
    moment: (atMs) => moment.format(atMs),
    ticks: (atMs) =>
      atMs.map((time, place) => {
        const before = atMs[place - 1]
        const date = day.format(time)
        return before === undefined || day.format(before) !== date
          ? `${clock.format(time)}\n${date}`
          : clock.format(time)
      }),
  }
}

/** Writes so many milliseconds as days, hours and minutes, without those that are none. */
function createElapsed(lang: string): (ms: number) => string {
  const units = (['day', 'hour', 'minute'] as const).map(
    (unit) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'narrow' }),
  )
  return (ms) => {
    const minutes = Math.round(Math.abs(ms) / 60_000)
    const parts = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
    const written = units.flatMap((unit, place) => {
      const count = parts[place] ?? 0
      return count > 0 ? [unit.format(count)] : []
    })
    const text = written.length === 0 ? (units[1]?.format(0) ?? '0') : written.join(' ')
    return ms < 0 ? `−${text}` : text
  }
}
