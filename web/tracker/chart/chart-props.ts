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
  readonly dashed?: boolean
  readonly points: readonly ChartPoint[]
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
}

/** Props of the chart. */
export interface ChartProps {
  readonly lines: readonly ChartLine[]
  readonly gaps: readonly ChartGap[]
  /** Times that are marked, in milliseconds of the axis. */
  readonly marks?: readonly number[]
  /** `time`: atMs is Unix milliseconds; `since`: milliseconds since the start of the run. */
  readonly axis: 'time' | 'since'
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
}

/** A part of the axis, in ms. */
export interface ChartRange {
  readonly fromMs: number
  readonly untilMs: number
}
