import type { ChartLanguage, ChartTheme } from '../contract/public/chart-choices.ts'
import type { PictureType } from '../contract/public/public-operation.ts'
import type { EventState } from '../domain/game-event.ts'
import type { Region } from '../domain/region.ts'

/** One value: when it was fetched (Unix ms), and the points. */
export type ChartPoint = readonly [atMs: number, points: number]

/** The history of one rank. */
export interface ChartLine {
  readonly rank: number
  /** What may be joined by a line, part by part, ascending by time. Between two parts nothing is known, or nobody held the rank. */
  readonly parts: readonly (readonly ChartPoint[])[]
}

/** A time of which nothing is known, in Unix milliseconds, inside the range of the picture. */
export interface ChartGap {
  readonly fromMs: number
  readonly untilMs: number
}

/** All that is drawn. Plain JSON, of which equal ones give equal pictures. */
export interface ChartOrder {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly theme: ChartTheme
  readonly language: ChartLanguage
  /** IANA name. */
  readonly zone: string
  readonly region: Region
  readonly event: {
    readonly id: string
    /** Empty where nobody knows it. */
    readonly name: string
    /** `undefined` where no run is known. */
    readonly state: EventState | undefined
    /** Unix milliseconds; 0 where no run is known. */
    readonly startsAtMs: number
    readonly endsAtMs: number
  }
  /** The range of the axis in Unix milliseconds; at least a minute. */
  readonly fromMs: number
  readonly untilMs: number
  /** The fetch time of the newest snapshot in the range, in Unix milliseconds. */
  readonly lastMs: number | undefined
  /** Ascending by rank, 1 to 20. */
  readonly lines: readonly ChartLine[]
  readonly gaps: readonly ChartGap[]
}

/** Makes a picture of an order. */
export type DrawChart = (order: ChartOrder) => Promise<Uint8Array>
