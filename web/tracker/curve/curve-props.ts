/** One value of a rank, as one snapshot said it. */
export interface CurvePoint {
  readonly atMs: number
  /** undefined: nobody held the rank. */
  readonly points: number | undefined
}

/** One line: a rank of one run. */
export interface CurveLine {
  /** Names the line; lines of one drawing have different ones. */
  readonly key: string
  readonly label: string
  readonly rank: number
  /** 0 to 7: the place in the palette `--curve-1` … `--curve-8`. */
  readonly colour: number
  readonly dashed?: boolean
  readonly points: readonly CurvePoint[]
}

/** A time of which nobody knows what the board showed. */
export interface CurveGap {
  readonly fromMs: number
  /** undefined while it lasts. */
  readonly untilMs: number | undefined
  /** Already in words. */
  readonly reason: string
  /** The keys of the lines that it breaks, where runs stand side by side; all of them without it. */
  readonly keys?: readonly string[]
}

/** The words that the curve shows, in the language of the page. */
export interface CurveTexts {
  readonly title: string
  readonly time: string
  readonly sinceStart: string
  readonly points: string
  readonly rank: string
  readonly gap: string
  readonly nobody: string
  readonly showTable: string
  readonly noData: string
  readonly reset: string
}

/** What a curve is drawn of. */
export interface CurveProps {
  readonly lines: readonly CurveLine[]
  readonly gaps: readonly CurveGap[]
  /** `time`: atMs is Unix milliseconds; `since`: milliseconds since the start of the run. */
  readonly axis: 'time' | 'since'
  readonly lang: string
  /** An IANA time zone. */
  readonly zone: string
  readonly texts: CurveTexts
  /** The range that is shown before anybody zooms; what the points cover without it. */
  readonly fromMs?: number
  readonly untilMs?: number
}
