import type { WatchState } from '../../history/history-store.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Notice, OutboxCursor } from '../outbox.ts'
import type { Period } from './clock-notices.ts'
import {
  findStaleBoards,
  recoveredNotices,
  staleNotices,
  type RecoveredBoard,
  type StaleBoard,
} from './data-notices.ts'
import { RegionBatches } from './region-batches.ts'
import type { SubscriptionIndex } from './subscription-index.ts'

/**
 * Creates the notices of boards whose data became stale or recovered. The boards of one outage
 * follow each other within a cadence, so it first collects them, for one message per region.
 */
export class DataObserver {
  readonly #index: SubscriptionIndex
  readonly #clock: Clock
  readonly #stale = new RegionBatches<StaleBoard>()
  readonly #recovered = new RegionBatches<RecoveredBoard>()

  constructor(index: SubscriptionIndex, clock: Clock) {
    this.#index = index
    this.#clock = clock
  }

  /** Collects the boards that became stale in a period. */
  addStale(watches: readonly WatchState[], period: Period): void {
    for (const one of findStaleBoards(watches, period, this.#index)) {
      this.#stale.add(one.board.region, one, period.fromMs, this.#clock.monotonicMs())
    }
  }

  /** Collects a board whose gap ended with the live entry `seq`. */
  addRecovered(recovered: RecoveredBoard, seq: number): void {
    if (!this.#index.has('data.recovered')) return
    const { region } = recovered.board
    this.#recovered.add(region, recovered, seq - 1, this.#clock.monotonicMs())
  }

  /** Returns the notices of the regions whose boards were collected for long enough. */
  release(): readonly Notice[] {
    const nowMs = this.#clock.monotonicMs()
    const atMs = Math.floor(this.#clock.nowMs())
    return [
      ...this.#stale
        .release(nowMs)
        .flatMap(([region, stale]) => staleNotices(region, stale, atMs, this.#index)),
      ...this.#recovered
        .release(nowMs)
        .flatMap(([region, boards]) => recoveredNotices(region, boards, this.#index)),
    ]
  }

  /**
   * Returns the cursor to store: it stays before the boards still being collected, so that they are
   * read again after a crash.
   */
  storedCursor({ liveSeq, clockMs }: OutboxCursor): OutboxCursor {
    return {
      liveSeq: minIfDefined(liveSeq, this.#recovered.position),
      clockMs: minIfDefined(clockMs, this.#stale.position),
    }
  }

  /** Discards the collected boards; they are read again. */
  reset(): void {
    this.#stale.clear()
    this.#recovered.clear()
  }
}

function minIfDefined(
  reached: number | undefined,
  pending: number | undefined,
): number | undefined {
  return reached === undefined || pending === undefined ? reached : Math.min(reached, pending)
}
