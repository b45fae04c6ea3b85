import type { PublicOperationId } from '../api/public-operations.ts'
import type { PublicOperationDescription } from './public-operation-descriptions.ts'
import { CURRENT, NO_CURRENT, NO_EVENT, NO_RANK, NO_RUN } from './unknown-texts.ts'

const PREDICTIONS =
  'Returns where each rank is predicted to be at the end of the run: `value`, an interval that contains half of the results, ' +
  'and one that contains nine of ten. Predictions are made every 15 minutes from past runs of the region, while the run ' +
  'lasts and not across gaps; `unknown` says why there is none. `accuracy` is how good such predictions of past runs ' +
  'would have been, by elapsed share of the run. After the end, `result` and `errorPermille` compare the last prediction ' +
  'with the final result.'
const PREDICTION_HISTORY =
  'Returns the predictions of a run in the order in which they were made, and after the end what each was off by. Those of ' +
  'older runs are one per hour. A response has at most 2,000 values; if there are more, pass `nextFrom` as `from`.'

/** The descriptions of the operations that answer with predictions. */
export const PREDICTION_DESCRIPTIONS = {
  'public.event.predictions': {
    name: 'getPredictions',
    tag: 'Event boards',
    description: PREDICTIONS,
    unknown: `${NO_EVENT} ${NO_RUN} ${NO_RANK}`,
  },
  'public.event.predictionHistory': {
    name: 'getPredictionHistory',
    tag: 'Event boards',
    description: PREDICTION_HISTORY,
    unknown: `${NO_EVENT} ${NO_RUN} ${NO_RANK}`,
  },
  'public.current.predictions': {
    name: 'getCurrentPredictions',
    tag: 'Event boards',
    description: `${PREDICTIONS} ${CURRENT}`,
    unknown: `${NO_CURRENT} ${NO_RANK}`,
  },
  'public.current.predictionHistory': {
    name: 'getCurrentPredictionHistory',
    tag: 'Event boards',
    description: `${PREDICTION_HISTORY} ${CURRENT}`,
    unknown: `${NO_CURRENT} ${NO_RANK}`,
  },
} as const satisfies Partial<Record<PublicOperationId, PublicOperationDescription>>
