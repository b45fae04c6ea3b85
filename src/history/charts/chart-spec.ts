import type { Language } from '../../platform/language.ts'
import type { ChartTheme } from './chart-choices.ts'
import type { ChartType } from '../api/public-operation.ts'
import type { BoardKind } from '../../game/board.ts'
import type { EventState } from '../../game/game-event.ts'
import type { Region } from '../../game/region.ts'

/**
 * One value. The time is in Unix milliseconds, or in a comparison in milliseconds since the start
 * of the run.
 */
export type ChartPoint = readonly [atMs: number, points: number]

/** The history of one rank. */
export interface ChartLine {
  readonly rank: number
  /**
   * Connected segments, ascending by time. Between two segments, the points are unknown or no
   * player held the rank.
   */
  readonly parts: readonly (readonly ChartPoint[])[]
  /** Number of the compared run, from 1; absent for the run of the chart. */
  readonly other?: number
}

/** The predicted end of a rank, with its intervals. */
export interface ChartBand {
  readonly rank: number
  /** The snapshot on which the prediction is based. */
  readonly from: ChartPoint
  /** The predicted points at the end of the run. */
  readonly end: ChartPoint
  /** The 50 % and the 90 % interval of the points at the end. */
  readonly inner: readonly [low: number, high: number]
  readonly outer: readonly [low: number, high: number]
}

/** The prediction of a chart. */
export interface ChartPrediction {
  /** Ascending by rank; empty if nothing is predicted. */
  readonly bands: readonly ChartBand[]
  /** Whether the run is too young for a prediction. */
  readonly isTooEarly: boolean
  /**
   * Median error of past predictions at this share of a run, as a fraction; `undefined` if unknown.
   */
  readonly medianError: number | undefined
}

/** A run that a chart compares with. */
export interface ComparedRun {
  readonly region: Region
  /** Empty if unknown. */
  readonly name: string
  readonly id: string
  /** Unix milliseconds. */
  readonly startsAtMs: number
}

/** A period without data, in Unix milliseconds, within the range of the chart. */
export interface ChartGap {
  readonly fromMs: number
  readonly untilMs: number
}

/** The complete input of a chart. Plain JSON; equal values give equal charts. */
export interface ChartSpec {
  readonly type: ChartType
  readonly width: number
  readonly height: number
  readonly theme: ChartTheme
  readonly language: Language
  /** IANA name. */
  readonly zone: string
  readonly region: Region
  /** The board of the chart. */
  readonly subject: {
    readonly kind: BoardKind
    readonly id: string
    /** Empty if unknown. */
    readonly name: string
    /** The language of the name. */
    readonly language: Language
    /** State of the event or of the ranking of a challenge song; `undefined` if unknown. */
    readonly state: EventState | undefined
    /** Unix milliseconds; 0 if unknown. */
    readonly startsAtMs: number
    readonly endsAtMs: number
  }
  /**
   * The runs to compare with, 1 to 3; absent without a comparison. With them, the times of the
   * range, of `lines`, `gaps` and `prediction` are milliseconds since the start of a run.
   */
  readonly compared?: readonly ComparedRun[]
  /** Absent if none was requested. */
  readonly prediction?: ChartPrediction
  /** The range of the axis in Unix milliseconds; at least a minute. */
  readonly fromMs: number
  readonly untilMs: number
  /** The fetch time of the newest snapshot in the range, in Unix milliseconds. */
  readonly lastMs: number | undefined
  /** Whether that snapshot is the final result of the run. */
  readonly isFinal: boolean
  /** Ascending by rank, 1 to 20 of each run; the run of the chart first. */
  readonly lines: readonly ChartLine[]
  readonly gaps: readonly ChartGap[]
}

/** The client of a chart, for fair queueing. */
export interface ChartClient {
  /** Owner in the queue: charts are drawn round-robin by network. */
  readonly network: string
  /** Whether the chart has priority: one of the few that most viewers see. */
  readonly isPreferred: boolean
}

/** Draws a chart. */
export type DrawChart = (spec: ChartSpec, client: ChartClient) => Promise<Uint8Array>
