import type { Board } from '../../../game/board.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import { notFound } from '../../../platform/http/errors/service-error.ts'
import { HOUR_MS } from '../../../platform/time/time-units.ts'
import type { Prediction, RegionAccuracy } from '../../prediction.ts'
import { describePrediction, permille } from './describe/describe-prediction.ts'
import type { PublicMessage } from '../public-content.ts'
import type { RUN_NOT_PREDICTED } from '../prediction-messages.ts'
import type { PublicEnvelope } from '../public-messages.ts'
import { readBoardView, type BoardView } from './boards/board-view.ts'
import { describeRun } from './describe/describe-event.ts'
import { freshForMs } from './boards/freshness.ts'
import type { PublicHandlerOptions } from './handler-options.ts'
import { POINTS_MAX, selectRun } from './boards/history-handler.ts'
import { lastSnapshotOf } from './boards/last-snapshot.ts'
import { requireWatched, requireWatchedRank, unwatchedRanks } from './boards/not-watched.ts'
import { boardEndsAt, runStateAt } from './events/runs.ts'

/**
 * Maximum age of the snapshot of a prediction, in milliseconds. Beyond it, a running event has no
 * current prediction.
 */
const GAP_MS = 2 * HOUR_MS

/** Values of one rank in a prediction, for the limit of values per response. */
const VALUES_PER_RANK = 6

/** The arguments of both handlers. */
export interface PredictionArguments {
  readonly ranks: readonly number[]
  readonly startsAt?: number | undefined
}

/** The arguments of the history of predictions. */
export interface PredictionHistoryArguments extends PredictionArguments {
  /** Range in Unix milliseconds of when they were made; `until` is exclusive. */
  readonly from: number | undefined
  readonly until?: number | undefined
}

/** The requested run with its board. */
interface RunView {
  readonly view: BoardView
  readonly run: GameEvent
  /** When the next run takes over the board, in Unix milliseconds. */
  readonly untilMs: number
  readonly nowMs: number
}

/**
 * Creates the handlers that return the newest prediction of a run, and all of them. They throw
 * `not_found` for an unknown run, and `not_watched` when the board, or every requested rank of it,
 * is not watched.
 */
export function createPredictionHandlers(options: PublicHandlerOptions) {
  return {
    newest: (board: Board, query: PredictionArguments): Promise<PublicMessage<'Predictions'>> =>
      readNewest(options, board, query),
    history: (
      board: Board,
      query: PredictionHistoryArguments,
    ): Promise<PublicMessage<'PredictionHistory'>> => readHistory(options, board, query),
  }
}

async function readNewest(
  options: PublicHandlerOptions,
  board: Board,
  query: PredictionArguments,
): Promise<PublicMessage<'Predictions'>> {
  const { store } = options
  const found = await readRun(options, board, query)
  const { view, run, untilMs, nowMs } = found
  const range = { fromMs: run.startsAtMs, untilMs, max: 1 }
  const [[newest], accuracy] = await Promise.all([
    store.predictions({ board, ...range, order: 'newest first' }),
    store.accuracy(board.region),
  ])
  const notWatched = unwatched(found, query.ranks, newest)
  const unknown = unknownReason(found, newest)
  const shown = unknown === undefined ? newest : undefined
  const ranks = new Set(query.ranks)
  const results = await resultsOf(options, found, shown)
  return {
    type: 'message',
    message: {
      event: describeRun(run, view, nowMs),
      prediction: shown === undefined ? {} : describePrediction(shown, { ranks, ...results }),
      ...(unknown && { unknown }),
      notWatched,
      accuracy: describeAccuracy(accuracy, ranks),
    },
    fetchedAtMs: shown?.snapshotMs,
    freshForMs: freshForMs(view, { untilMs, nowMs }),
  }
}

async function readHistory(
  options: PublicHandlerOptions,
  board: Board,
  query: PredictionHistoryArguments,
): Promise<PublicMessage<'PredictionHistory'>> {
  const found = await readRun(options, board, query)
  const { view, run, nowMs } = found
  const untilMs = Math.min(found.untilMs, query.until ?? Infinity)
  const max = Math.max(1, Math.floor(POINTS_MAX / query.ranks.length / VALUES_PER_RANK))
  const range = { fromMs: Math.max(run.startsAtMs, query.from ?? 0), untilMs, max: max + 1 }
  const read = await options.store.predictions({ board, ...range, order: 'oldest first' })
  const predictions = read.slice(0, max)
  const nextFromMs = read[max]?.madeAtMs
  const ranks = new Set(query.ranks)
  const results = await resultsOf(options, found, predictions.at(-1))
  return {
    type: 'message',
    message: {
      event: describeRun(run, view, nowMs),
      predictions: predictions.map((one) =>
        // A prediction for another end cannot be compared with this result.
        describePrediction(one, { ranks, ...(one.endsAtMs === run.endsAtMs && results) }),
      ),
      notWatched: unwatched(found, query.ranks, predictions.at(-1)),
      nextFrom: String(nextFromMs ?? 0),
    },
    freshForMs: freshForMs(view, { untilMs: nextFromMs ?? untilMs, nowMs }),
  }
}

async function readRun(
  { store, clock }: PublicHandlerOptions,
  board: Board,
  { startsAt }: PredictionArguments,
): Promise<RunView> {
  const view = await readBoardView(store, board)
  const nowMs = clock.nowMs()
  requireWatched(view, nowMs)
  const run = selectRun(view.runs, startsAt, nowMs)
  if (run === undefined) throw notFound('No run of this event is known.')
  return { view, run, untilMs: boardEndsAt(view.runs, run) ?? Number.MAX_SAFE_INTEGER, nowMs }
}

/** Returns the requested ranks that are not watched. Throws `not_watched` if all are. */
function unwatched(
  { view }: RunView,
  ranks: readonly number[],
  prediction: Prediction | undefined,
): number[] {
  const predicted = new Set(prediction?.ranks.map(({ rank }) => rank))
  const notWatched = unwatchedRanks(view, ranks, (rank) => predicted.has(rank))
  requireWatchedRank(view, ranks, notWatched)
  return [...notWatched]
}

/** Returns why a run has no current prediction; `undefined` if it has one. */
function unknownReason(
  { run, view, nowMs }: RunView,
  prediction: Prediction | undefined,
): (typeof RUN_NOT_PREDICTED)[number] | undefined {
  const state = runStateAt(run, view.runs, nowMs)
  if (state === 'coming') return 'too_early'
  if (prediction === undefined) {
    if (state === 'ended') return 'not_predicted'
    return nowMs - run.startsAtMs < (run.endsAtMs - run.startsAtMs) / 4
      ? 'too_early'
      : 'not_predicted'
  }
  return state === 'running' && nowMs - prediction.snapshotMs > GAP_MS ? 'gap' : undefined
}

/** Reads the final points of a run, by rank; nothing before the end that the prediction assumed. */
async function resultsOf(
  { store }: PublicHandlerOptions,
  { view, run, nowMs }: RunView,
  prediction: Prediction | undefined,
): Promise<{ readonly results?: ReadonlyMap<number, number> }> {
  if (nowMs < run.endsAtMs || prediction?.endsAtMs !== run.endsAtMs) return {}
  const last = await lastSnapshotOf(store, view, run)
  if (last === undefined || last.fetchedAtMs < run.endsAtMs) return {}
  return { results: new Map(last.rows.map(({ rank, points }) => [rank, points])) }
}

function describeAccuracy(
  accuracy: RegionAccuracy | undefined,
  ranks: ReadonlySet<number>,
): NonNullable<PublicEnvelope<'Predictions'>['accuracy']> {
  const cells = accuracy?.cells ?? []
  return cells
    .filter(({ rank }) => rank === undefined || ranks.has(rank))
    .map(({ share, rank, runs, predictions, medianError, inside50, inside90 }) => ({
      elapsedPercent: Math.round(share * 100),
      ...(rank !== undefined && { rank }),
      runs,
      predictions,
      medianErrorPermille: permille(medianError),
      inside50Percent: Math.round(inside50 * 100),
      inside90Percent: Math.round(inside90 * 100),
    }))
}
