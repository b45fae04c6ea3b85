import type { Board, BoardRow } from '../game/board.ts'
import type { GameEvent } from '../game/game-event.ts'
import type { GapReason } from './history-store.ts'
import type { Prediction } from './prediction.ts'
import type { Region } from '../game/region.ts'

/** An event of the live stream, by its type. */
export type LiveEvent =
  | {
      readonly type: 'snapshot'
      readonly board: Board
      readonly fetchedAtMs: number
      /** Without holders. */
      readonly rows: readonly Pick<BoardRow, 'rank' | 'points'>[]
    }
  | {
      /** The points of a rank reached a milestone since the previous snapshot. */
      readonly type: 'crossed'
      readonly board: Board
      readonly rank: number
      readonly value: number
      readonly points: number
      readonly fetchedAtMs: number
    }
  | { readonly type: 'event.started' | 'event.ended'; readonly event: GameEvent }
  | {
      readonly type: 'gap.began'
      readonly board: Board
      readonly fromMs: number
      readonly reason: GapReason
    }
  | {
      readonly type: 'gap.ended'
      readonly board: Board
      readonly fromMs: number
      readonly untilMs: number
      readonly reason: GapReason
    }
  | ({ readonly type: 'prediction' } & Prediction)
  | {
      readonly type: 'announcement'
      readonly region: Region
      readonly id: string
      readonly title: string
      /** Name or number of its category; absent for entries of earlier versions. */
      readonly category?: string | number
    }

/** The event types of the live stream, by which clients filter. */
export const LIVE_TYPES = [
  'snapshot',
  'crossed',
  'event.started',
  'event.ended',
  'gap.began',
  'gap.ended',
  'prediction',
  'announcement',
] as const satisfies readonly LiveEvent['type'][]

/** One of {@link LIVE_TYPES}. */
export type LiveType = LiveEvent['type']

/** A live entry without a sequence number. */
export interface NewLiveEntry {
  readonly region: Region
  /** Detection time in Unix milliseconds. */
  readonly atMs: number
  readonly liveEvent: LiveEvent
}

/** A stored live entry. */
export interface LiveEntry extends NewLiveEntry {
  /**
   * Sequence number from 1, ascending over all regions, with possible gaps. Entries become visible
   * in this order.
   */
  readonly seq: number
}
