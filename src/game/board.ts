import type { Region } from './region.ts'

/** The kinds of boards that have snapshots: of an event, of a song, of a challenge song. */
export const BOARD_KINDS = ['event', 'music', 'challenge'] as const

/** One kind of {@link BOARD_KINDS}. */
export type BoardKind = (typeof BOARD_KINDS)[number]

/** One board of one region. Ids of different regions and kinds have nothing in common. */
export interface Board {
  readonly region: Region
  readonly kind: BoardKind
  /** The id of the event, the song or the challenge song: a canonical int64 in decimal digits. */
  readonly id: string
}

/** Returns a text that identifies a board: equal only for the same board. */
export function boardKey({ region, kind, id }: Board): string {
  return `${region}/${kind}/${id}`
}

/** The player at a rank, as far as the game reports one. */
export interface Holder {
  /** The account id. */
  readonly id: string
  readonly name: string
  /** The id of the favorite member card. */
  readonly cardId?: string
  /** The total power of the deck, on boards of songs. */
  readonly deckPower?: number
}

/** A rank of a board with its points. */
export interface BoardRow {
  /** From 1. Tied players share a rank, and the ranks skipped by a tie are absent. */
  readonly rank: number
  /** The points of an event, the score of a song. */
  readonly points: number
  /** Present in the newest snapshot of a board only; empty in older ones. */
  readonly holders: readonly Holder[]
}

/**
 * A board at one time. Event boards contain only the requested ranks; boards of songs are complete.
 */
export interface Snapshot {
  readonly board: Board
  /** Wall time of the original fetch in Unix milliseconds. */
  readonly fetchedAtMs: number
  /** The requested ranks, ascending; `undefined` if the game returns the complete board. */
  readonly ranks: readonly number[] | undefined
  /** Ascending by rank. A requested rank without a row has no player. */
  readonly rows: readonly BoardRow[]
}
