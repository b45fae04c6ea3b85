import { int64String, integer, list, message, oneOf } from '../../game/fields.ts'
import { NO_PREDICTION, PREDICTION_MODELS } from '../prediction.ts'

const interval = message('Interval', 'The bounds of an interval of points.', {
  low: integer,
  high: integer,
})

/** The prediction of a rank. */
export const predictedRank = message(
  'PredictedRank',
  'The predicted points of a rank at the end of its run, or why there are none.',
  {
    rank: integer,
    points: integer,
    value: integer,
    interval50: interval,
    interval90: interval,
    unknown: oneOf(NO_PREDICTION),
    result: integer,
    errorPermille: integer,
  },
)

/** A stored prediction. */
export const prediction = message('Prediction', 'A prediction as it was made.', {
  madeAt: int64String,
  snapshotAt: int64String,
  endsAt: int64String,
  model: oneOf(PREDICTION_MODELS),
  version: integer,
  pastRuns: integer,
  medianErrorPermille: integer,
  ranks: list(predictedRank),
})

/** Reasons why a run has no current prediction. */
export const RUN_NOT_PREDICTED = [...NO_PREDICTION, 'not_predicted'] as const

/** Accuracy at one share of the run. */
export const predictionAccuracy = message(
  'PredictionAccuracy',
  'How good predictions of past runs would have been.',
  {
    elapsedPercent: integer,
    rank: integer,
    runs: integer,
    predictions: integer,
    medianErrorPermille: integer,
    inside50Percent: integer,
    inside90Percent: integer,
  },
)
