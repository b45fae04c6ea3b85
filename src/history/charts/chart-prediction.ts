import type { PublicEnvelope, PublicPart } from '../api/public-messages.ts'
import type { ChartBand, ChartPrediction } from './chart-spec.ts'

/** Converts the newest prediction of a run for its chart. An ended run has no bands. */
export function toChartPrediction({
  event = {},
  prediction = {},
  unknown,
}: PublicEnvelope<'Predictions'>): ChartPrediction {
  const { ranks = [], medianErrorPermille } = prediction
  const bands = event.state === 'running' ? ranks.flatMap((rank) => bandOf(prediction, rank)) : []
  const reasons = [unknown, ...ranks.map((rank) => rank.unknown)]
  return {
    bands,
    isTooEarly: bands.length === 0 && reasons.includes('too_early'),
    medianError: medianErrorPermille === undefined ? undefined : medianErrorPermille / 1_000,
  }
}

/** Returns a prediction with its times shifted by `byMs` milliseconds. */
export function shiftPrediction(prediction: ChartPrediction, byMs: number): ChartPrediction {
  const bands = prediction.bands.map((band): ChartBand => ({
    ...band,
    from: [band.from[0] + byMs, band.from[1]],
    end: [band.end[0] + byMs, band.end[1]],
  }))
  return { ...prediction, bands }
}

function bandOf(
  { snapshotAt = '0', endsAt = '0' }: PublicPart['Prediction'],
  { rank = 0, points = 0, value, interval50, interval90 }: PublicPart['PredictedRank'],
): readonly ChartBand[] {
  if (value === undefined) return []
  return [
    {
      rank,
      from: [Number(snapshotAt), points],
      end: [Number(endsAt), value],
      inner: [interval50?.low ?? 0, interval50?.high ?? value],
      outer: [interval90?.low ?? 0, interval90?.high ?? value],
    },
  ]
}
