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
 * Tells of data that became stale or recovered, in one message for the boards of a region. Boards
 * of one outage follow each other within a cadence, so it collects them first.
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
  noteStale(watches: readonly WatchState[], period: Period): void {
    for (const one of findStaleBoards(watches, period, this.#index)) {
      this.#stale.add(one.board.region, one, period.fromMs, this.#clock.monotonicMs())
    }
  }

  /** Collects a board whose gap has ended, as the live entry `seq` says. */
  noteRecovered(recovered: RecoveredBoard, seq: number): void {
    if (!this.#index.has('data.recovered')) return
    const { region } = recovered.board
    this.#recovered.add(region, recovered, seq - 1, this.#clock.monotonicMs())
  }

  /** Returns the notices of what was collected for long enough. */
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

  /** Returns the cursor to store: after a crash, what is still collected is read again. */
  storedCursor({ liveSeq, clockMs }: OutboxCursor): OutboxCursor {
    return {
      liveSeq: least(liveSeq, this.#recovered.position),
      clockMs: least(clockMs, this.#stale.position),
    }
  }

  /** Deletes what was collected, which is read again. */
  forget(): void {
    this.#stale.clear()
    this.#recovered.clear()
  }
}

function least(reached: number | undefined, held: number | undefined): number | undefined {
  return reached === undefined || held === undefined ? reached : Math.min(reached, held)
}
