import type { GameEvent } from '../../game/game-event.ts'
import type { Region } from '../../game/region.ts'
import type { HistoryStore } from '../history-store.ts'
import {
  PREDICTION_VERSION,
  type AccuracyCell,
  type Interval,
  type Prediction,
  type RankPrediction,
  type RegionAccuracy,
} from '../prediction.ts'
import { accuracyOf, BACKTEST_SHARES, backtestRun, type TestedPrediction } from './backtest.ts'
import { ofSameKind, readKinds, readPastRuns } from './past-runs.ts'
import { predictRun } from './predict-run.ts'
import { RunReader } from './run-reader.ts'

/** Predicts runs from the history. Rejects as the store does. */
export interface Predictor {
  /** Predicts a run; `undefined` while no rank has an estimate. */
  predict(run: GameEvent, nowMs: number): Promise<Prediction | undefined>
  /**
   * Measures the accuracy of predictions of the past runs of a region. Takes a second of CPU time
   * the first time. `undefined` without past runs, and when nothing has changed since `last`.
   */
  measure(
    region: Region,
    nowMs: number,
    last: RegionAccuracy | undefined,
  ): Promise<RegionAccuracy | undefined>
}

/** The methods of a store that a predictor reads. */
export type PredictorStore = Pick<HistoryStore, 'series' | 'snapshot' | 'runs' | 'facts'>

/** Maximum past runs whose predictions are measured, the latest. */
const MEASURED_MAX = 30

/** Minimum predictions for the accuracy of a single rank. */
const CELL_PREDICTIONS_MIN = 5

/** Creates a predictor that computes on this thread. */
export function createPredictor(store: PredictorStore): Predictor {
  const predictor = new StorePredictor(store)
  return {
    predict: (...args) => predictor.predict(...args),
    measure: (...args) => predictor.measure(...args),
  }
}

class StorePredictor implements Predictor {
  readonly #store: PredictorStore
  readonly #reader: RunReader

  constructor(store: PredictorStore) {
    this.#store = store
    this.#reader = new RunReader(store)
  }

  async predict(run: GameEvent, nowMs: number): Promise<Prediction | undefined> {
    const { region, id, startsAtMs, endsAtMs } = run
    const known = { ...run, number: 0, nextStartsAtMs: undefined }
    const { curves, snapshotMs } = await this.#reader.read(known, { ranks: [], nowMs })
    if (snapshotMs === undefined || snapshotMs < startsAtMs) return undefined
    const ranks = [...curves.curves.keys()]
    const past = await readPastRuns(this.#store, this.#reader, { region, ranks, nowMs })
    const kindOf = await readKinds(this.#store, region, [run])
    const { medianError, ...made } = predictRun(curves, ofSameKind(past, kindOf(id)), {
      ranks,
      nowMs,
    })
    if (made.ranks.every((rank) => 'unknown' in rank)) return undefined
    return {
      board: { region, kind: 'event', id },
      startsAtMs,
      endsAtMs,
      madeAtMs: nowMs,
      snapshotMs,
      version: PREDICTION_VERSION,
      ...(medianError !== undefined && { medianError }),
      ...made,
      ranks: made.ranks.map(roundToPoints),
    }
  }

  async measure(
    region: Region,
    nowMs: number,
    last: RegionAccuracy | undefined,
  ): Promise<RegionAccuracy | undefined> {
    const past = await readPastRuns(this.#store, this.#reader, { region, ranks: [], nowMs })
    const latestMs = past[0]?.run.startsAtMs
    const isKnown =
      last?.version === PREDICTION_VERSION &&
      last.latestStartMs === latestMs &&
      last.runs === past.length
    if (latestMs === undefined || isKnown) return undefined
    const tested = past.slice(0, MEASURED_MAX).flatMap(({ curves, kind }) => {
      // Only runs that had ended by then are used.
      const runs = ofSameKind(
        past.filter(({ run }) => run.startsAtMs < curves.startsAtMs),
        kind,
      )
      const ranks = [...curves.curves.keys()]
      return runs.length === 0 ? [] : backtestRun(curves, runs, { ranks })
    })
    return {
      region,
      measuredAtMs: nowMs,
      version: PREDICTION_VERSION,
      latestStartMs: latestMs,
      runs: past.length,
      cells: cellsOf(tested),
    }
  }
}

/** Rounds the points of a prediction to integers, and its intervals outwards. */
function roundToPoints(prediction: RankPrediction): RankPrediction {
  if ('unknown' in prediction) return prediction
  const { rank, points, value, interval50, interval90 } = prediction
  const outwards = ([low, high]: Interval): Interval => [
    Math.max(points, Math.floor(low)),
    Math.ceil(high),
  ]
  return {
    rank,
    points,
    value: Math.round(value),
    interval50: outwards(interval50),
    interval90: outwards(interval90),
  }
}

/** Returns the accuracy by share of the run, of all ranks together and of each rank. */
function cellsOf(tested: readonly TestedPrediction[]): readonly AccuracyCell[] {
  return BACKTEST_SHARES.flatMap((share) => {
    const then = tested.filter((one) => one.share === share)
    const all = accuracyOf(then)
    const byRank = [...Map.groupBy(then, ({ rank }) => rank)].toSorted(
      ([one], [other]) => one - other,
    )
    const cells: AccuracyCell[] = all === undefined ? [] : [{ share, ...all }]
    for (const [rank, some] of byRank) {
      const accuracy = some.length < CELL_PREDICTIONS_MIN ? undefined : accuracyOf(some)
      if (accuracy !== undefined) cells.push({ share, rank, ...accuracy })
    }
    return cells
  })
}
