import { HOUR_MS } from '../../platform/time/time-units.ts'
import type { PastAccuracy, RankPrediction } from '../prediction.ts'
import { curvesUntil, resultOf, type RunCurves } from './run-curves.ts'
import { predictRun, type PredictionOptions } from './predict-run.ts'
import { median } from './statistics.ts'

/** The shares of a run at which a backtest predicts it. */
export const BACKTEST_SHARES = [0.1, 0.25, 0.5, 0.75, 0.9] as const

/** A prediction of a past run, with its error. */
export interface TestedPrediction {
  readonly share: number
  readonly rank: number
  /** Start of the run, which identifies it. */
  readonly startsAtMs: number
  /** Predicted over true result, minus 1. */
  readonly error: number
  readonly isIn50: boolean
  readonly isIn90: boolean
}

/** Options of {@link backtestRun}. */
export interface BacktestOptions extends Pick<PredictionOptions, 'ranks' | 'model'> {
  readonly shares?: readonly number[]
  /**
   * Returns how long a run was expected to last, `hours` after its start; in the end its length, by
   * default.
   */
  readonly expectedLength?: (hours: number) => number
}

/**
 * Predicts a run at several times as if each were now: from the snapshots until then, and from the
 * runs that had ended by then. Compares with the points at the end that was expected then.
 */
export function backtestRun(
  run: RunCurves,
  runs: readonly RunCurves[],
  { ranks, shares = BACKTEST_SHARES, expectedLength = () => run.length, model }: BacktestOptions,
): readonly TestedPrediction[] {
  return shares.flatMap((share) => {
    const hours = share * run.length
    const length = expectedLength(hours)
    const nowMs = run.startsAtMs + hours * HOUR_MS
    const past = runs.filter((one) => one.startsAtMs + one.length * HOUR_MS <= nowMs)
    const known = curvesUntil(run, hours, length)
    const options = { ranks, nowMs, ...(model && { model }) }
    return predictRun(known, past, options).ranks.flatMap((prediction) => {
      const result = resultOf(run, prediction.rank, length)
      return testPrediction(prediction, result).map((tested) => ({
        ...tested,
        share,
        startsAtMs: run.startsAtMs,
      }))
    })
  })
}

function testPrediction(
  prediction: RankPrediction,
  result: number,
): readonly Omit<TestedPrediction, 'share' | 'startsAtMs'>[] {
  if ('unknown' in prediction || !(result > 0)) return []
  const { rank, value, interval50, interval90 } = prediction
  // Points are integers: an estimate within the same point is right.
  const isIn = ([low, high]: readonly [number, number]) =>
    Math.floor(low) <= result && result <= Math.ceil(high)
  return [{ rank, error: value / result - 1, isIn50: isIn(interval50), isIn90: isIn(interval90) }]
}

/** Summarizes tested predictions; `undefined` without any. */
export function accuracyOf(tested: readonly TestedPrediction[]): PastAccuracy | undefined {
  if (tested.length === 0) return undefined
  const shareOf = (of: (one: TestedPrediction) => boolean) =>
    tested.filter(of).length / tested.length
  return {
    predictions: tested.length,
    runs: new Set(tested.map(({ startsAtMs }) => startsAtMs)).size,
    medianError: median(tested.map(({ error }) => Math.abs(error))),
    inside50: shareOf(({ isIn50 }) => isIn50),
    inside90: shareOf(({ isIn90 }) => isIn90),
  }
}
