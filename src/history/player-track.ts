import type { Board } from '../game/board.ts'

/** A query of the ranks of a player on a board. */
export interface PlayerTrackQuery {
  readonly board: Board
  /** The account id. */
  readonly playerId: string
  /** Start of the range in Unix milliseconds; `untilMs` is exclusive. */
  readonly fromMs: number
  readonly untilMs: number
  /** As in a `SeriesQuery`: 0 for every snapshot, else the last one of each step (ms). */
  readonly stepMs: number
  /** Maximum number of snapshots, from `fromMs` on. */
  readonly snapshotsMax: number
}

/** A player in one snapshot. */
export interface PlayerSample {
  /** The fetch time of the snapshot, in Unix milliseconds. */
  readonly atMs: number
  /** `undefined`: at none of the polled ranks, or the players of the snapshot are unknown. */
  readonly rank: number | undefined
  /** The points at the rank; `undefined` without a rank. */
  readonly points: number | undefined
}

/** One page of the ranks of a player. */
export interface PlayerTrack {
  /** Ascending; starts at the first snapshot of the range in which the player was seen. */
  readonly samples: readonly PlayerSample[]
  /** Start of the next page in Unix milliseconds; `undefined` on the last page. */
  readonly nextFromMs: number | undefined
}
