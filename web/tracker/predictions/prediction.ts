import type { PublicEnvelope, PublicPart } from '../../../src/history/api/public-messages.ts'

/** Why a run or a rank has no prediction. */
export type NoPrediction = NonNullable<PublicEnvelope<'Predictions'>['unknown']>

/** The bounds of an interval of points. */
export type Interval = readonly [low: number, high: number]

/** The predicted points of a rank at the end of its run. */
export interface RankEstimate {
  readonly rank: number
  /** Points in the snapshot that it comes from. */
  readonly points: number
  readonly value: number
  /** Contains half of the results. */
  readonly interval50: Interval
  /** Contains nine of ten results. */
  readonly interval90: Interval
  /** The final points; `undefined` before the end. */
  readonly result: number | undefined
  /** What the value is off by, as a part of the result; positive if it is too high. */
  readonly error: number | undefined
}

/** A prediction as it was made. */
export interface RunPrediction {
  /** Unix ms. */
  readonly madeAtMs: number
  /** The newest snapshot that it comes from, in Unix ms. */
  readonly snapshotMs: number
  /** The end that it is for, in Unix ms. */
  readonly endsAtMs: number
  /** Whether it comes from the speed of the run alone, because no past run is known. */
  readonly isRateOnly: boolean
  readonly pastRuns: number
  /** What past predictions at this time of an event were off by in the median, as a part. */
  readonly medianError: number | undefined
  readonly estimates: ReadonlyMap<number, RankEstimate>
  /** Why the other ranks have no prediction. */
  readonly unknown: ReadonlyMap<number, NoPrediction>
}

/** The newest prediction of a run, or why there is none. */
export interface PredictionNow {
  readonly prediction: RunPrediction | undefined
  readonly unknown: NoPrediction | undefined
}

/** Parses the newest prediction of a run. */
export function parsePredictionNow({
  prediction,
  unknown,
}: PublicEnvelope<'Predictions'>): PredictionNow {
  const parsed = prediction?.madeAt === undefined ? undefined : parsePrediction(prediction)
  return { prediction: parsed, unknown: parsed === undefined ? unknown : undefined }
}

/** Returns the newer one of a loaded prediction and one of the live stream, as JSON. */
export function newerOf(loaded: PredictionNow | undefined, text: string): PredictionNow {
  const streamed = parsePrediction(JSON.parse(text) as PublicPart['Prediction'])
  const isNewer = streamed.madeAtMs > (loaded?.prediction?.madeAtMs ?? 0)
  return loaded === undefined || isNewer ? { prediction: streamed, unknown: undefined } : loaded
}

/** Parses a prediction, with defaults for omitted fields. */
export function parsePrediction(message: PublicPart['Prediction']): RunPrediction {
  const { madeAt, snapshotAt, endsAt, model, pastRuns = 0, ranks = [] } = message
  const estimates = ranks.map(estimateOf).filter((one) => one !== undefined)
  return {
    madeAtMs: Number(madeAt ?? 0),
    snapshotMs: Number(snapshotAt ?? 0),
    endsAtMs: Number(endsAt ?? 0),
    isRateOnly: model === 'rate',
    pastRuns,
    medianError: partOf(message.medianErrorPermille),
    estimates: new Map(estimates.map((one) => [one.rank, one])),
    unknown: new Map(
      ranks.flatMap(({ rank = 0, unknown }) =>
        unknown === undefined ? [] : [[rank, unknown] as const],
      ),
    ),
  }
}

function estimateOf(message: PublicPart['PredictedRank']): RankEstimate | undefined {
  const { rank = 0, points = 0, value = 0, interval50 = {}, interval90 = {}, unknown } = message
  if (unknown !== undefined) return undefined
  const { low = 0, high = 0 } = interval90
  return {
    rank,
    points,
    value,
    interval50: [interval50.low ?? 0, interval50.high ?? 0],
    interval90: [low, high],
    result: message.result,
    // An error of 0 is omitted.
    error: message.result === undefined ? undefined : (partOf(message.errorPermille) ?? 0),
  }
}

function partOf(permille: number | undefined): number | undefined {
  return permille === undefined ? undefined : permille / 1_000
}
