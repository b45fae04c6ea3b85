import type { Board } from '../game/board.ts'
import type { Region } from '../game/region.ts'

/** Version of the prediction algorithm. Increase it when equal data gives another prediction. */
export const PREDICTION_VERSION = 1

/** Models: from past runs (`analogs`), or from the rate of the run alone. */
export const PREDICTION_MODELS = ['analogs', 'rate'] as const

/** One of {@link PREDICTION_MODELS}. */
export type PredictionModel = (typeof PREDICTION_MODELS)[number]

/** Reasons why a rank has no prediction. */
export const NO_PREDICTION = ['too_early', 'gap', 'not_held', 'no_past_run', 'ended'] as const

/** One of {@link NO_PREDICTION}. */
export type NoPrediction = (typeof NO_PREDICTION)[number]

/** The bounds of an interval of points. */
export type Interval = readonly [low: number, high: number]

/** The predicted points of a rank at the end of its run. */
export interface RankEstimate {
  readonly rank: number
  /** Points in the newest snapshot. */
  readonly points: number
  readonly value: number
  /** Contains half of the results. */
  readonly interval50: Interval
  /** Contains nine of ten results. */
  readonly interval90: Interval
}

/** The prediction of a rank, or the reason why there is none. */
export type RankPrediction =
  RankEstimate | { readonly rank: number; readonly unknown: NoPrediction }

/** A prediction of a run as it was made. Points are integers, times Unix milliseconds. */
export interface Prediction {
  readonly board: Board
  /** The run, with the end that was announced at that time. */
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly madeAtMs: number
  /** Fetch time of the newest snapshot that it is based on. */
  readonly snapshotMs: number
  readonly model: PredictionModel
  readonly version: number
  /** Number of past runs that it is based on. */
  readonly pastRuns: number
  /**
   * Median of the absolute errors, as a share of the result, when each of these runs is predicted
   * from the others at the same time; absent with fewer than two runs.
   */
  readonly medianError?: number
  readonly ranks: readonly RankPrediction[]
}

/** A query of the predictions of a board, by the time when they were made. */
export interface PredictionQuery {
  readonly board: Board
  /** Start of the range in Unix milliseconds; `untilMs` is exclusive. */
  readonly fromMs: number
  readonly untilMs: number
  readonly order: 'oldest first' | 'newest first'
  /** Maximum number of predictions. */
  readonly max: number
}

/** Accuracy of predictions of past runs, from the data known at each time (backtest). */
export interface PastAccuracy {
  readonly predictions: number
  readonly runs: number
  /** Median of the absolute errors, as a share of the result. */
  readonly medianError: number
  /** Shares of the results that were inside the intervals. */
  readonly inside50: number
  readonly inside90: number
}

/** Accuracy at one share of a run. */
export interface AccuracyCell extends PastAccuracy {
  /** Elapsed share of the run, 0 to 1. */
  readonly share: number
  /** Absent: all ranks together. */
  readonly rank?: number
}

/** The accuracy of predictions in a region, measured on its past runs. */
export interface RegionAccuracy {
  readonly region: Region
  readonly measuredAtMs: number
  readonly version: number
  /** Start of the latest past run in Unix milliseconds, and the number of past runs. */
  readonly latestStartMs: number
  readonly runs: number
  readonly cells: readonly AccuracyCell[]
}
