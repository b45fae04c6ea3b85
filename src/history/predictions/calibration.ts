import type { PastError } from './analog-estimator.ts'
import { createQuantiles, median } from './statistics.ts'

/** Minimum past runs for intervals from their errors alone. */
const RUNS_MIN = 9

/** Prior standard deviation of the logarithm of the growth, before errors are known. */
const PRIOR_DEVIATION = 0.35

/** Weight of the prior, in past runs. */
const PRIOR_RUNS = 2

/** Ratio of two ranks at which the error of one has half the weight for the other. */
const HALF_RANK_RATIO = 3

/** The shares of results that intervals contain, with the quantile of a normal distribution. */
const NORMAL_QUANTILES = { 0.5: 0.6745, 0.9: 1.6449 } as const

/** A share of results that an interval contains. */
export type IntervalShare = keyof typeof NORMAL_QUANTILES

/**
 * Creates the half widths of the intervals of a rank, as logarithms of the growth, from the errors
 * of the estimates of past runs.
 *
 * With at least nine runs, they are quantiles of these errors (conformal prediction): of n errors
 * and the next one, each is equally likely to be the greatest, so a share `share` of the next
 * results is within the quantile `share × (n + 1) / n`. With fewer runs, they assume a t
 * distribution with a prior deviation.
 */
export function createIntervalWidths(
  errors: readonly PastError[],
  { rank, pastRuns }: { readonly rank: number; readonly pastRuns: number },
): (share: IntervalShare) => number {
  const near = errors.map((error) => {
    const distance = Math.log(error.rank / rank) / Math.log(HALF_RANK_RATIO)
    return { value: Math.abs(error.growthError), weight: 1 / (1 + distance * distance) }
  })
  const runs = new Set(errors.map(({ startsAtMs }) => startsAtMs)).size
  if (runs >= RUNS_MIN) {
    const quantile = createQuantiles(near)
    return (share) => quantile(Math.min(1, (share * (runs + 1)) / runs))
  }
  const whole = near.reduce((sum, { weight }) => sum + weight, 0)
  const squares = near.reduce((sum, { value, weight }) => sum + value * value * weight, 0)
  const variance = whole === 0 ? 0 : squares / whole
  const freedom = PRIOR_RUNS + runs
  // The past runs differ from their own mean as the next run does.
  const prior = PRIOR_DEVIATION ** 2 * (1 + 1 / pastRuns)
  const deviation = Math.sqrt((PRIOR_RUNS * prior + runs * variance) / freedom)
  return (share) => deviation * studentQuantile(NORMAL_QUANTILES[share], freedom)
}

/** Returns the median absolute error of results; `undefined` without errors. */
export function medianError(errors: readonly PastError[]): number | undefined {
  if (errors.length === 0) return undefined
  return median(errors.map(({ resultError }) => Math.abs(resultError)))
}

/**
 * Returns the quantile of Student's t distribution whose normal quantile is `z` (Cornish-Fisher
 * expansion, within 2 % from 3 degrees of freedom on).
 */
function studentQuantile(z: number, freedom: number): number {
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
}
