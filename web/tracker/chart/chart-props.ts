import type { ComponentChildren } from 'preact'

/** Value of a rank in one snapshot. */
export interface ChartPoint {
  readonly atMs: number
  /** `undefined`: no player held the rank. */
  readonly points: number | undefined
}

/** Line of the chart: a rank of one run. */
export interface ChartLine {
  /** Unique within the chart. */
  readonly key: string
  readonly label: string
  readonly rank: number
  /** Index in the palette `--chart-1` … `--chart-8`, from 0. */
  readonly color: number
  /** Short name at the end of the line; default: none. */
  readonly ending?: string
  /** Which of the compared runs the line is of, from 1; 0 or absent: the run of the page. */
  readonly other?: number
  readonly points: readonly ChartPoint[]
}

/** Where a line is predicted to end. */
export interface ChartBand {
  /** Key of the line. */
  readonly key: string
  /** The snapshot that the prediction comes from. */
  readonly fromMs: number
  readonly fromPoints: number
  /** The end that is predicted. */
  readonly untilMs: number
  readonly value: number
  /** Contain half of the results, and nine of ten. */
  readonly inner: readonly [low: number, high: number]
  readonly outer: readonly [low: number, high: number]
  /** What was predicted before for the same end, ascending by time. */
  readonly past: readonly PastBand[]
}

/** A prediction of the past. */
export interface PastBand {
  /** When it was made. */
  readonly atMs: number
  readonly value: number
  /** Contained half of the results. */
  readonly inner: readonly [low: number, high: number]
}

/** A period without snapshots. */
export interface ChartGap {
  readonly fromMs: number
  /** `undefined` while it lasts. */
  readonly untilMs: number | undefined
  /** Localized text. */
  readonly reason: string
  /** Keys of the lines that it breaks, in a comparison; default: all lines. */
  readonly keys?: readonly string[]
}

/** Texts of the chart, in the language of the page. */
export interface ChartMessages {
  readonly title: string
  readonly time: string
  readonly sinceStart: string
  readonly gap: string
  readonly noPlayer: string
  readonly showTable: string
  readonly noData: string
  readonly reset: string
  /** A number of points as a speed. */
  readonly perHour: (points: string) => string
  /** The title of the readout at the end of a run, with its time. */
  readonly predictedEnd: (time: string) => string
}

/** Props of the chart. */
export interface ChartProps {
  readonly lines: readonly ChartLine[]
  readonly gaps: readonly ChartGap[]
  /** Where lines are predicted to end; the axis then reaches to there. */
  readonly bands?: readonly ChartBand[]
  /** Times that are marked, in milliseconds of the axis. */
  readonly marks?: readonly number[]
  /** `time`: atMs is Unix milliseconds; `since`: milliseconds since the start of the run. */
  readonly axis: 'time' | 'since'
  /** What the values are; `speed`: points per hour. */
  readonly metric?: 'points' | 'speed'
  readonly scale?: 'linear' | 'log'
  /** Nights of the game's region, and its daily resets, in milliseconds of the axis. */
  readonly days?: ChartDays
  readonly lang: string
  /** An IANA time zone. */
  readonly zone: string
  readonly messages: ChartMessages
  /** Initial range; default: the range of the points. */
  readonly fromMs?: number
  readonly untilMs?: number
  /** The zoomed part of the axis if the page stores it; requires `onZoom`. */
  readonly zoom?: ChartRange | undefined
  /**
   * Called with the zoomed part, or `undefined` on reset. Without it the chart stores the zoom
   * itself.
   */
  readonly onZoom?: (zoom: ChartRange | undefined) => void
  /** More controls below the chart. */
  readonly foot?: ComponentChildren
}

/** What repeats daily, in ms of the axis, ascending. */
export interface ChartDays {
  readonly nights: readonly ChartRange[]
  readonly resets: readonly number[]
}

/** A part of the axis, in ms. */
export interface ChartRange {
  readonly fromMs: number
  readonly untilMs: number
}
