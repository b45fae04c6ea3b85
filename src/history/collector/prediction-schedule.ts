import { boardKey, type Board } from '../../game/board.ts'
import type { GameEvent } from '../../game/game-event.ts'
import type { Region } from '../../game/region.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'
import type { CollectorLease, HistoryStore } from '../history-store.ts'
import type { RegionAccuracy } from '../prediction.ts'
import type { Predictor } from '../predictions/predictor.ts'
import { atSpeed } from './collector-options.ts'
import type { Recorder } from './recording/poll-recorder.ts'
import type { WatchTracker } from './polling/watch-tracker.ts'

/** Milliseconds of game time between two predictions of a run. */
export const PREDICTION_MS = 15 * MINUTE_MS

/** Options of a {@link PredictionSchedule}. */
export interface PredictionScheduleOptions {
  readonly store: Pick<HistoryStore, 'predictions' | 'accuracy' | 'putAccuracy'>
  readonly predictor: Predictor
  readonly recorder: Pick<Recorder, 'add'>
  readonly watchTracker: Pick<WatchTracker, 'all'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly lease: CollectorLease
  /** Ratio of game time to wall time. */
  readonly speed: number
}

/** Predicts running events at most every 15 minutes, from a new snapshot each time. */
export class PredictionSchedule {
  readonly #options: PredictionScheduleOptions
  /** Time of the last prediction or attempt by board, in Unix milliseconds. */
  readonly #triedMs = new Map<string, number>()
  /** The last accuracy by region; `undefined` if there is none. */
  readonly #accuracies = new Map<Region, RegionAccuracy | undefined>()

  constructor(options: PredictionScheduleOptions) {
    this.#options = options
  }

  /** Makes all due predictions. Rejects as the store and the predictor do. */
  async run(events: readonly GameEvent[]): Promise<void> {
    const predicted = new Set<Region>()
    for (const event of events) if (await this.#predictIfDue(event)) predicted.add(event.region)
    for (const region of predicted) await this.#measure(region)
  }

  /** Predicts an event if that is due. Returns whether a prediction was made. */
  async #predictIfDue(event: GameEvent): Promise<boolean> {
    const { predictor, recorder, clock, speed } = this.#options
    const { region, id, startsAtMs, endsAtMs } = event
    const nowMs = Math.floor(clock.nowMs())
    if (nowMs < startsAtMs || nowMs >= endsAtMs) return false
    const board: Board = { region, kind: 'event', id }
    const triedMs = await this.#lastTryOf(board)
    const snapshotMs = this.#snapshotMsOf(board)
    if (snapshotMs <= triedMs || nowMs - triedMs < atSpeed(PREDICTION_MS, speed)) return false
    this.#triedMs.set(boardKey(board), nowMs)
    const prediction = await predictor.predict(event, nowMs)
    if (prediction === undefined) return false
    recorder.add([], [{ region, liveEvent: { type: 'prediction', ...prediction } }])
    return true
  }

  /** Returns the time of the last prediction of a board by any process (Unix ms); 0 without one. */
  async #lastTryOf(board: Board): Promise<number> {
    const key = boardKey(board)
    const known = this.#triedMs.get(key)
    if (known !== undefined) return known
    const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER, max: 1 }
    const [last] = await this.#options.store.predictions({ board, ...range, order: 'newest first' })
    const triedMs = last?.madeAtMs ?? 0
    this.#triedMs.set(key, triedMs)
    return triedMs
  }

  /** Returns the fetch time of the newest snapshot of a board, or 0 if it is not watched. */
  #snapshotMsOf(board: Board): number {
    const watched = this.#options.watchTracker.all.find(
      ({ watch }) => boardKey(watch.board) === boardKey(board),
    )
    return watched?.lastMs ?? 0
  }

  /** Measures the accuracy of a region again when another run has ended. */
  async #measure(region: Region): Promise<void> {
    const { store, predictor, clock, lease } = this.#options
    if (!this.#accuracies.has(region)) this.#accuracies.set(region, await store.accuracy(region))
    const nowMs = Math.floor(clock.nowMs())
    const measured = await predictor.measure(region, nowMs, this.#accuracies.get(region))
    if (measured === undefined) return
    await store.putAccuracy(measured, lease)
    this.#accuracies.set(region, measured)
  }
}
