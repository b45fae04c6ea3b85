import type { Language } from '../../platform/language.ts'
import type { ChartTheme } from './chart-choices.ts'
import type { ChartType } from '../api/public-operation.ts'
import type { BoardKind } from '../../game/board.ts'
import type { EventState } from '../../game/game-event.ts'
import type { Region } from '../../game/region.ts'

/** One value: when it was fetched (Unix ms), and the points. */
export type ChartPoint = readonly [atMs: number, points: number]

/** The history of one rank. */
export interface ChartLine {
  readonly rank: number
  /**
   * Connected segments, ascending by time. Between two, the points are unknown or no player held
   * the rank.
   */
  readonly parts: readonly (readonly ChartPoint[])[]
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
  /** The range of the axis in Unix milliseconds; at least a minute. */
  readonly fromMs: number
  readonly untilMs: number
  /** The fetch time of the newest snapshot in the range, in Unix milliseconds. */
  readonly lastMs: number | undefined
  /** Whether that snapshot is the final result of the run. */
  readonly isFinal: boolean
  /** Ascending by rank, 1 to 20. */
  readonly lines: readonly ChartLine[]
  readonly gaps: readonly ChartGap[]
}

/** The client of a chart, for fair queueing. */
export interface ChartClient {
  /** Owner in the queue: charts are drawn round-robin by network. */
  readonly network: string
  /** Whether the chart has priority, as one of the few that very many people view. */
  readonly isPreferred: boolean
}

/** Draws a chart. */
export type DrawChart = (spec: ChartSpec, client: ChartClient) => Promise<Uint8Array>
