import { int64, list, rank, time } from '../../api/parameter-kind.ts'
import { optional, required } from '../../api/parameter.ts'
import { publicOperation } from './public-operation.ts'

const eventId = required(int64)
const predictionParameters = {
  ranks: required(list(rank, { min: 1, max: 100, order: 'ascending' })),
}
const predictionHistoryParameters = {
  ...predictionParameters,
  from: optional(time),
  until: optional(time),
}

/** The public operations that answer with predictions. */
export const PREDICTION_OPERATIONS = {
  'public.event.predictions': publicOperation({
    summary: 'Predicted cutoffs at the end of an event, with intervals.',
    parameters: { eventId, startsAt: optional(time), ...predictionParameters },
    form: '/events/{eventId}/predictions',
    response: 'Predictions',
  }),
  'public.event.predictionHistory': publicOperation({
    summary: 'Predictions of an event, as they were made.',
    parameters: { eventId, startsAt: optional(time), ...predictionHistoryParameters },
    form: '/events/{eventId}/predictions/history',
    response: 'PredictionHistory',
    timeRange: ['from', 'until'],
  }),
  'public.current.predictions': publicOperation({
    summary: 'Predicted cutoffs at the end of the running event, with intervals.',
    parameters: predictionParameters,
    form: '/events/current/predictions',
    response: 'Predictions',
  }),
  'public.current.predictionHistory': publicOperation({
    summary: 'Predictions of the running event, as they were made.',
    parameters: predictionHistoryParameters,
    form: '/events/current/predictions/history',
    response: 'PredictionHistory',
    timeRange: ['from', 'until'],
  }),
} as const
