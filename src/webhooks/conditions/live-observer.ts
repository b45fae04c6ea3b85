import { boardKey, type Board } from '../../game/board.ts'
import type { GameEvent } from '../../game/game-event.ts'
import type { HistoryStore } from '../../history/history-store.ts'
import type { LiveEntry } from '../../history/live-entry.ts'
import { inChunks } from '../../platform/sql/row-limits.ts'
import type { Notice } from '../outbox.ts'
import { publishedNotices } from './announcement-notices.ts'
import { BoardPoints, WINDOW_MS, type PointsAt } from './board-points.ts'
import type { DataObserver } from './data-observer.ts'
import { createNotice, eventData } from './create-notice.ts'
import { PredictionBaselines, predictionNotices } from './prediction-notices.ts'
import { cutoffNotices, speedNotices } from './snapshot-notices.ts'
import type { SubscriptionIndex } from './subscription-index.ts'

/** Maximum snapshots and predictions that are read as the state before an entry. */
const [SNAPSHOTS_MAX, PREDICTIONS_MAX] = [500, 2_000]

/** Ranks per read of points. */
const RANKS_READ = 100

/** The part of the history store that the observer reads. */
export type ObservedHistory = Pick<HistoryStore, 'events' | 'series' | 'predictions'>

/** The cached points of the ranks of a board. */
interface CachedPoints {
  readonly ranks: readonly number[]
  readonly points: BoardPoints
}

type LiveEventOf<Type> = Extract<LiveEntry['liveEvent'], { readonly type: Type }>

/**
 * Converts live entries to notices. Caches the points and predictions before each entry; after a
 * start it reads them from the history.
 */
export class LiveObserver {
  readonly #history: ObservedHistory
  readonly #index: SubscriptionIndex
  readonly #data: Pick<DataObserver, 'addRecovered'>
  readonly #boards = new Map<string, CachedPoints>()
  readonly #baselines = new Map<string, PredictionBaselines>()

  constructor(
    history: ObservedHistory,
    index: SubscriptionIndex,
    data: Pick<DataObserver, 'addRecovered'>,
  ) {
    this.#history = history
    this.#index = index
    this.#data = data
  }

  /** Clears the caches, before entries are observed again. */
  reset(): void {
    this.#boards.clear()
    this.#baselines.clear()
  }

  /** Returns the notices of an entry; collects recovered boards. Rejects as the history does. */
  async observe(entry: LiveEntry): Promise<readonly Notice[]> {
    const { seq, liveEvent, atMs } = entry
    switch (liveEvent.type) {
      case 'snapshot':
        return this.#observeSnapshot(liveEvent)
      case 'prediction':
        return this.#observePrediction(liveEvent)
      case 'event.started':
        return this.#observeStart(liveEvent.event, atMs)
      case 'announcement':
        return publishedNotices(liveEvent, atMs, this.#index)
      case 'gap.ended': {
        this.#data.addRecovered({ board: liveEvent.board, gap: liveEvent }, seq)
        return []
      }
      default:
        return []
    }
  }

  #observeStart(event: GameEvent, atMs: number): readonly Notice[] {
    const { region, id, startsAtMs } = event
    const matches = this.#index.matches('event.started', { region, eventId: id, atMs })
    if (matches.length === 0) return []
    const webhookIds = matches.map(({ webhookId }) => webhookId)
    const key = [region, id, startsAtMs]
    return [createNotice({ type: 'event.started', key, atMs, data: eventData(event), webhookIds })]
  }

  async #observeSnapshot(snapshot: LiveEventOf<'snapshot'>): Promise<readonly Notice[]> {
    const { board, fetchedAtMs: atMs, rows } = snapshot
    if (board.kind !== 'event') return []
    const scope = { region: board.region, eventId: board.id, atMs }
    const cutoffs = this.#index.matches('cutoff.passed', scope)
    const speeds = this.#index.matches('speed.passed', scope)
    const wanted = [...cutoffs, ...speeds].map(({ condition }) => condition.rank)
    // Ranks that are not collected must not use up the ranks per read.
    const collected = new Set(rows.map(({ rank }) => rank))
    const ranks = [...collected.intersection(new Set(wanted))].toSorted((one, other) => one - other)
    if (ranks.length === 0) return []
    const run = await this.#runAt(board, atMs)
    if (run === undefined) return []
    const points = await this.#cachedPoints(board, ranks, atMs)
    points.add({ atMs, points: new Map(rows.map((row) => [row.rank, row.points])) })
    const seen = { run, atMs, points }
    return [...cutoffNotices(seen, cutoffs), ...speedNotices(seen, speeds)]
  }

  async #cachedPoints(board: Board, ranks: readonly number[], atMs: number): Promise<BoardPoints> {
    const key = boardKey(board)
    const known = this.#boards.get(key)
    if (known !== undefined && ranks.every((rank) => known.ranks.includes(rank))) {
      return known.points
    }
    const fromMs = atMs - WINDOW_MS
    const byTime = new Map<number, Map<number, number>>()
    for (const some of inChunks(ranks, RANKS_READ)) {
      const { series } = await this.#history.series({
        board,
        ranks: some,
        fromMs,
        untilMs: atMs,
        stepMs: 0,
        snapshotsMax: SNAPSHOTS_MAX,
      })
      for (const { rank, points } of series) {
        for (const point of points) {
          if (point.points === undefined) continue
          const at = byTime.get(point.atMs) ?? new Map<number, number>()
          byTime.set(point.atMs, at.set(rank, point.points))
        }
      }
    }
    const times = [...byTime].map(([time, points]): PointsAt => ({ atMs: time, points }))
    const points = new BoardPoints(times.toSorted((one, other) => one.atMs - other.atMs))
    this.#boards.set(key, { ranks, points })
    return points
  }

  async #observePrediction(prediction: LiveEventOf<'prediction'>): Promise<readonly Notice[]> {
    const { board, startsAtMs, madeAtMs } = prediction
    const scope = { region: board.region, eventId: board.id, atMs: madeAtMs }
    const matches = this.#index.matches('prediction.moved', scope)
    if (matches.length === 0) return []
    const run = await this.#runAt(board, startsAtMs)
    if (run === undefined) return []
    const key = `${boardKey(board)} ${startsAtMs}`
    const pairs = matches.map(({ condition }) => `${condition.rank} ${condition.percent}`)
    const baselineKey = `${key} ${[...new Set(pairs)].toSorted().join()}`
    let baselines = this.#baselines.get(baselineKey)
    if (baselines === undefined) {
      baselines = new PredictionBaselines()
      const earlier = await this.#history.predictions({
        board,
        fromMs: startsAtMs,
        untilMs: madeAtMs,
        order: 'oldest first',
        max: PREDICTIONS_MAX,
      })
      for (const one of earlier) predictionNotices(run, one, matches, baselines)
      for (const other of this.#baselines.keys()) {
        if (other.startsWith(boardKey(board))) this.#baselines.delete(other)
      }
      this.#baselines.set(baselineKey, baselines)
    }
    return predictionNotices(run, prediction, matches, baselines)
  }

  /** Returns the latest run of a board that has started at a time (Unix ms). */
  async #runAt({ region, id }: Board, atMs: number): Promise<GameEvent | undefined> {
    const runs = await this.#history.events(region, id)
    return runs.find(({ startsAtMs }) => startsAtMs <= atMs)
  }
}
