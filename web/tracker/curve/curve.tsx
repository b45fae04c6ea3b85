import type { JSX } from 'preact'

/** One value of a line. */
export interface CurvePoint {
  readonly atMs: number
  /** `undefined`: nobody held the rank. */
  readonly points: number | undefined
}

/** One line of the curve. */
export interface CurveLine {
  readonly key: string
  readonly label: string
  readonly rank: number
  /** 0 to 7: which of the colours of curves. */
  readonly colour: number
  readonly dashed?: boolean
  readonly points: readonly CurvePoint[]
}

/** A time without readings. */
export interface CurveGap {
  readonly fromMs: number
  /** `undefined` while it lasts. */
  readonly untilMs: number | undefined
  /** In words. */
  readonly reason: string
}

/** The texts of the curve. */
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

/** What the curve shows. */
export interface CurveProps {
  readonly lines: readonly CurveLine[]
  readonly gaps: readonly CurveGap[]
  /** `time`: `atMs` is in Unix ms; `since`: ms since the start of the run. */
  readonly axis: 'time' | 'since'
  readonly lang: string
  readonly zone: string
  readonly texts: CurveTexts
  readonly fromMs?: number
  readonly untilMs?: number
}

/** The place of the curve. */
export function Curve({ lines, texts }: CurveProps): JSX.Element {
  const count = lines.reduce((sum, { points }) => sum + points.length, 0)
  return (
    <figure class="curve" data-points={count}>
      {count === 0 ? texts.noData : lines.map(({ key, label }) => <span key={key}>{label} </span>)}
    </figure>
  )
}
