import type { Region } from './region.ts'

/** The boards that snapshots are taken of: of an event, of a song, of a challenge song. */
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

/** The text that stands for a board: equal for the same board alone. */
export function boardKey({ region, kind, id }: Board): string {
  return `${region}/${kind}/${id}`
}

/** Who holds a place, as far as the game says. */
export interface Holder {
  /** The account id. */
  readonly id: string
  readonly name: string
}

/** A place of a board that somebody holds. */
export interface BoardRow {
  /** From 1. Holders of a tie share a rank, and the ranks behind it that nobody has are not there. */
  readonly rank: number
  /** The points of an event, the score of a song. */
  readonly points: number
  /** Known of the newest snapshot of a board alone; empty on older ones. */
  readonly holders: readonly Holder[]
}

/**
 * A board as one reading found it. On event boards only some ranks are asked for; on the boards of songs all that the game gives.
 */
export interface Snapshot {
  readonly board: Board
  /** Wall time of the original fetch in Unix milliseconds. */
  readonly fetchedAtMs: number
  /** The ranks that were asked for, ascending; `undefined` where the game gives all it has. */
  readonly ranks: readonly number[] | undefined
  /** Ascending by rank, one row for each rank that is held. A rank that was asked for and has no row is held by nobody. */
  readonly rows: readonly BoardRow[]
}
