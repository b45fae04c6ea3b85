import { elapsedFormat } from '../../../src/history/charts/draw/elapsed-format.ts'
import type { ChartProps } from './chart-props.ts'

/** Formats numbers and times in one language and time zone. */
export interface ChartFormats {
  /** Few digits, for the axis. */
  readonly compact: (points: number) => string
  /** All digits. */
  readonly whole: (points: number) => string
  /** All digits, with the unit of a speed. */
  readonly value: (points: number) => string
  /** A time with its day, or the time since the start. */
  readonly moment: (atMs: number) => string
  /** Labels of the ticks; the day is under the first tick and where a day begins. */
  readonly ticks: (atMs: readonly number[]) => string[]
}

/** Creates the formats for a language and a zone. */
export function createChartFormats({
  axis,
  lang,
  zone,
  metric,
  messages,
}: Required<Pick<ChartProps, 'axis' | 'lang' | 'zone' | 'metric' | 'messages'>>): ChartFormats {
  const compact = new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: 4 })
  const whole = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 })
  const numbers = {
    compact: (points: number) => compact.format(points),
    whole: (points: number) => whole.format(points),
    value: (points: number) =>
      metric === 'speed' ? messages.perHour(whole.format(points)) : whole.format(points),
  }
  if (axis === 'since') {
    const write = elapsedFormat(lang)
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
