import { HOUR_MS, MINUTE_MS } from '../../../src/platform/time/time-units.ts'
import { ApiError, callApi } from '../data/api-client.ts'
import type { GameRun } from '../data/parse-message.ts'
import {
  parsePrediction,
  parsePredictionNow,
  type PredictionNow,
  type RunPrediction,
} from './prediction.ts'

/** Ranks of one request at most. */
const RANKS_MAX = 100

/** Pages of the history of predictions at most: each has 333 predictions of one rank. */
const PAGES_MAX = 4

/** How long after a time a prediction still counts as one of that time. */
const NEAR_MS = 2 * HOUR_MS

/** Loads the newest prediction of a run; one without anything where nothing is predicted. */
export async function loadPrediction(
  { region, id, startsAtMs }: GameRun,
  ranks: readonly number[],
  signal: AbortSignal,
): Promise<PredictionNow> {
  const query = { ranks: ranks.slice(0, RANKS_MAX), startsAt: startsAtMs }
  const path = `/events/${id}/predictions`
  const answer = await callApi({ region, path, query, signal }, 'Predictions').catch(
    unlessUnwatched,
  )
  return answer === undefined
    ? { prediction: undefined, unknown: undefined }
    : parsePredictionNow(answer)
}

/** Loads the predictions of one rank of a run, as they were made, ascending by time. */
export async function loadPastPredictions(
  { region, id, startsAtMs }: GameRun,
  rank: number,
  signal: AbortSignal,
): Promise<readonly RunPrediction[]> {
  const path = `/events/${id}/predictions/history`
  const predictions: RunPrediction[] = []
  let from: number | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { ranks: [rank], startsAt: startsAtMs, ...(from !== undefined && { from }) }
    const request = { region, path, query, signal }
    const answer = await callApi(request, 'PredictionHistory').catch(unlessUnwatched)
    predictions.push(...(answer?.predictions ?? []).map(parsePrediction))
    const next = Number(answer?.nextFrom ?? 0)
    if (next === 0) break
    from = next
  }
  return predictions
}

/**
 * Loads the first prediction of a run after half of it, with the results if the run has ended;
 * `undefined` if none was made within two hours.
 */
export async function loadHalfTimePrediction(
  { region, id, startsAtMs, endsAtMs }: GameRun,
  ranks: readonly number[],
  signal: AbortSignal,
): Promise<RunPrediction | undefined> {
  const from = Math.round((startsAtMs + endsAtMs) / 2)
  const query = {
    ranks: ranks.slice(0, RANKS_MAX),
    startsAt: startsAtMs,
    from,
    until: from + NEAR_MS,
  }
  const path = `/events/${id}/predictions/history`
  const request = { region, path, query, signal }
  const answer = await callApi(request, 'PredictionHistory').catch(unlessUnwatched)
  const [first] = answer?.predictions ?? []
  return first && parsePrediction(first)
}

/** Delay until the newest prediction is loaded again, in ms: the stream announces most of them. */
export const PREDICTION_AGAIN_MS = 20 * MINUTE_MS

/** Returns `undefined` for a board or rank that is not watched; rethrows every other error. */
function unlessUnwatched(error: unknown): undefined {
  if (error instanceof ApiError && ['unwatched', 'missing'].includes(error.failure))
    return undefined
  throw error
}
