import type { Prediction, RankPrediction } from '../../../prediction.ts'
import type { PublicPart } from '../../public-messages.ts'

/** Options of {@link describePrediction}. */
export interface PredictionView {
  /** The ranks to describe; all by default. */
  readonly ranks?: ReadonlySet<number>
  /** The final points by rank, if the run has ended as the prediction expected. */
  readonly results?: ReadonlyMap<number, number>
}

/** Returns a prediction as a message. */
export function describePrediction(
  prediction: Prediction,
  { ranks, results }: PredictionView = {},
): PublicPart['Prediction'] {
  const { madeAtMs, snapshotMs, endsAtMs, model, version, pastRuns, medianError } = prediction
  return {
    madeAt: String(madeAtMs),
    snapshotAt: String(snapshotMs),
    endsAt: String(endsAtMs),
    model,
    version,
    pastRuns,
    ...(medianError !== undefined && { medianErrorPermille: permille(medianError) }),
    ranks: prediction.ranks
      .filter(({ rank }) => ranks?.has(rank) ?? true)
      .map((one) => describeRank(one, results?.get(one.rank))),
  }
}

function describeRank(
  prediction: RankPrediction,
  result: number | undefined,
): PublicPart['PredictedRank'] {
  const known = result === undefined ? {} : { result }
  if ('unknown' in prediction) return { ...prediction, ...known }
  const { interval50, interval90, ...rest } = prediction
  return {
    ...rest,
    interval50: { low: interval50[0], high: interval50[1] },
    interval90: { low: interval90[0], high: interval90[1] },
    ...known,
    ...(result !== undefined && result > 0 && { errorPermille: permille(rest.value / result - 1) }),
  }
}

/** Returns a share in thousandths. */
export function permille(share: number): number {
  return Math.round(share * 1_000)
}
