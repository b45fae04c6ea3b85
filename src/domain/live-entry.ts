import type { Board, BoardRow } from './board.ts'
import type { GameEvent } from './game-event.ts'
import type { GapReason } from './history-store.ts'
import type { Region } from './region.ts'

/** What happened, as those hear of it who listen. */
export type LiveHappening =
  | {
      readonly type: 'snapshot'
      readonly board: Board
      readonly fetchedAtMs: number
      /** Without the names of holders. */
      readonly rows: readonly Pick<BoardRow, 'rank' | 'points'>[]
    }
  | {
      /** The points of a rank have reached or passed a round number since the snapshot before. */
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
  | {
      readonly type: 'announcement'
      readonly region: Region
      readonly id: string
      readonly title: string
    }

/** What can happen, by the names that streams are narrowed by. */
export const LIVE_TYPES = [
  'snapshot',
  'crossed',
  'event.started',
  'event.ended',
  'gap.began',
  'gap.ended',
  'announcement',
] as const satisfies readonly LiveHappening['type'][]

/** One of {@link LIVE_TYPES}. */
export type LiveType = LiveHappening['type']

/** Something that has just happened, not yet numbered. */
export interface NewLiveEntry {
  readonly region: Region
  /** When it was noticed, in Unix milliseconds. */
  readonly atMs: number
  readonly happening: LiveHappening
}

/** Something that happened. */
export interface LiveEntry extends NewLiveEntry {
  /** From 1, growing over all regions; some numbers may be missing. Whoever has seen one has seen all below it. */
  readonly seq: number
}
