import type { Board } from '../game/board.ts'

/**
 * Kinds of anomalies: the points of a rank fell during a run, which cannot happen in the game
 * unless it removes players; the holder of a rank is on a board of another region.
 */
export const ANOMALY_KINDS = ['points_fell', 'wrong_region'] as const

/** One of {@link ANOMALY_KINDS}. */
export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

/** Implausible data in a snapshot. The snapshot is stored as the game reported it. */
export interface Anomaly {
  /** The fetch time of the snapshot, in Unix milliseconds. */
  readonly atMs: number
  readonly kind: AnomalyKind
  readonly rank: number
  /** The points of the rank before a fall. */
  readonly before: number | undefined
  /** The points of the rank in the snapshot. */
  readonly after: number
}

/** A query of the anomalies of ranks of a board. */
export interface AnomalyQuery {
  readonly board: Board
  /** 1 to 100 ranks. */
  readonly ranks: readonly number[]
  /** Start of the range in Unix milliseconds; `untilMs` is exclusive. */
  readonly fromMs: number
  readonly untilMs: number
  /** Maximum number of anomalies. */
  readonly max: number
}

/** The anomalies of a range. */
export interface AnomalyReply {
  /** Ascending by time and rank. */
  readonly anomalies: readonly Anomaly[]
  /** Number of further anomalies: of the range beyond `max`, and of its runs beyond 1,000 each. */
  readonly omitted: number
}
