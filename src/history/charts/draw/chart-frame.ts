import type { ChartSpec } from '../chart-spec.ts'
import { bandsWithin } from './bands-within.ts'
import { widthOf } from '../../../platform/fonts/font-coverage.ts'
import type { ChartFormats } from './chart-formats.ts'
import { rankName } from './rank-name.ts'
import { timeTicks, type TimeTicks } from './time-ticks.ts'
import { valueTicks, type ValueTicks } from './value-ticks.ts'

/** The layout of a chart, in pixels. */
export interface ChartFrame {
  /** Base font size. */
  readonly base: number
  /** The edges of the plot. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly times: TimeTicks
  readonly values: ValueTicks
  readonly valueTexts: readonly string[]
  /** Font size of the labels at line ends, and the format of their values. */
  readonly endSize: number
  readonly endText: (points: number) => string
  /** Converts a time (Unix ms) and points to a position. */
  readonly x: (atMs: number) => number
  readonly y: (points: number) => number
}

/** Computes the layout of a chart. */
export function chartFrame(spec: ChartSpec, formats: ChartFormats): ChartFrame {
  const { width, height, fromMs, untilMs, lines, prediction, compared } = spec
  const scaled = 20 * Math.sqrt((width * height) / (1_200 * 630))
  const base = Math.max(10, Math.min(scaled, height / 22, width / 32, 28))
  const hasLegend = prediction !== undefined || compared !== undefined
  const [top, bottom] = [base * (hasLegend ? 6.4 : 5), height - base * 4]

  const tops = bandsWithin(spec).map(({ outer }) => outer[1])
  const all = lines.flatMap(({ parts }) => parts.flat().map(([, points]) => points)).concat(tops)
  const least = all.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const greatest = all.reduce((one, other) => Math.max(one, other), 0)
  const count = Math.min(8, Math.floor((bottom - top) / (base * 2.6)))
  const values = valueTicks(Math.min(least, greatest), greatest, count)
  const valueTexts = all.length === 0 ? [] : formats.compact(values.values)
  const left = base * 1.5 + Math.max(0, ...valueTexts.map(widthOf)) * base

  const { endSize, endText, endWidth } = fitEndLabels(spec, base, formats)
  const right = width - endWidth - base * 1.9
  const widest = compared === undefined ? formats.dateTime(untilMs) : formats.elapsed(untilMs)
  const times = timeTicks(
    fromMs,
    untilMs,
    // The time since a start has no zone.
    compared === undefined ? spec.zone : 'UTC',
    Math.floor((right - left) / (widthOf(`${widest} `) * base * 1.05)),
  )
  return {
    base,
    left,
    right,
    top,
    bottom,
    times,
    values,
    valueTexts,
    endSize,
    endText,
    x: (atMs) => left + ((atMs - fromMs) / (untilMs - fromMs)) * (right - left),
    y: (points) =>
      bottom - ((points - values.from) / (values.until - values.from)) * (bottom - top),
  }
}

/**
 * Chooses size and format of the labels at line ends: values with all digits if they fit, else
 * compact.
 */
function fitEndLabels(
  spec: ChartSpec,
  base: number,
  formats: ChartFormats,
): { endSize: number; endText: (points: number) => string; endWidth: number } {
  const { width, height, language } = spec
  const lines = spec.lines.filter(({ other }) => other === undefined)
  const room = height - base * 9
  const endSize = Math.max(base * 0.75, Math.min(base, room / (lines.length * 1.15)))
  const bands = new Map(bandsWithin(spec).map((band) => [band.rank, Math.round(band.end[1])]))
  const mark = bands.size === 0 ? '' : '~ '
  const ends = lines.map(({ rank, parts }) => ({
    rank,
    points: bands.get(rank) ?? parts.at(-1)?.at(-1)?.[1],
  }))
  const widest = (write: (points: number) => string) =>
    Math.max(
      ...ends.map(({ rank, points }) =>
        widthOf(
          `${rankName(rank, { lines, language })}  ${points === undefined ? '–' : `${mark}${write(points)}`}`,
        ),
      ),
    ) * endSize
  const whole = widest(formats.full)
  // All digits of a prediction would suggest a precision that it does not have.
  return bands.size === 0 && whole <= width * 0.3
    ? { endSize, endText: formats.full, endWidth: whole }
    : { endSize, endText: formats.short, endWidth: widest(formats.short) }
}
