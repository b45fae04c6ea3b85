import type { Clock } from '../../../platform/time/clock.ts'
import {
  LeaseLost,
  type CollectorLease,
  type HistoryStore,
  type PollResult,
} from '../../history-store.ts'
import type { LiveEvent, NewLiveEntry } from '../../live-entry.ts'
import type { ObserveHistory } from '../../observations.ts'
import type { Region } from '../../../game/region.ts'
import { settlesWithin } from '../../../platform/concurrency/settles-within.ts'
import { observeFailure } from './observe-history.ts'
import { wait } from '../../../platform/concurrency/wait.ts'

/** A live entry of a region, without its time. */
export interface RegionLiveEvent {
  readonly region: Region
  readonly liveEvent: LiveEvent
}

/** Options of a recorder. */
export interface RecorderOptions {
  readonly store: Pick<HistoryStore, 'record' | 'newestLive'>
  /** The number of the newest live entry. Only the lease holder writes entries. */
  readonly newestLive: number
  readonly clock: Clock
  readonly lease: CollectorLease
  readonly observe: ObserveHistory
  /**
   * Returns the event transitions up to a time (Unix ms), each once. They are written with the next
   * results.
   */
  readonly transitionsUntil: (nowMs: number) => readonly RegionLiveEvent[]
  /** Called when the lease is lost: nothing more can be written. */
  readonly onLost: () => void
}

/** Writes poll results and live entries in order. */
export interface Recorder {
  /** Whether the queue is full. Polling must pause then, so that no result is lost. */
  readonly isFull: boolean
  add(results: readonly PollResult[], happened: readonly RegionLiveEvent[]): void
  /**
   * Writes pending results for at most `withinMs` and then stops. Resolves with the results whose
   * write is not confirmed.
   */
  end(withinMs: number): Promise<readonly PollResult[]>
}

/** The content of one write. */
interface Batch {
  readonly results: readonly PollResult[]
  readonly live: readonly NewLiveEntry[]
}

/** Maximum queued results during an outage of the store: a few megabytes for boards of 100 rows. */
export const RESULTS_MAX = 1_000

/** Milliseconds between two attempts during an outage. */
const RETRY_MS = 500

/**
 * Creates a recorder. Results that arrive during a write are written together by the next one.
 * During an outage results stay queued in order, because they cannot be fetched again.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  return new QueuedRecorder(options)
}

class QueuedRecorder implements Recorder {
  readonly #options: RecorderOptions
  readonly #ended = new AbortController()
  #results: PollResult[] = []
  #live: NewLiveEntry[] = []
  #newestLive: number
  /** The last write whose outcome is unknown. */
  #unconfirmed: Batch | undefined
  #writing: Promise<void> | undefined
  #isLost = false

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#newestLive = options.newestLive
  }

  get isFull(): boolean {
    return this.#results.length >= RESULTS_MAX
  }

  add(results: readonly PollResult[], happened: readonly RegionLiveEvent[]): void {
    const { clock, transitionsUntil } = this.#options
    const atMs = Math.floor(clock.nowMs())
    const all = [...transitionsUntil(atMs), ...happened]
    this.#results = [...this.#results, ...results]
    this.#live = [...this.#live, ...all.map((one) => ({ ...one, atMs }))]
    if (!this.#isEmpty) void this.#write()
  }

  async end(withinMs: number): Promise<readonly PollResult[]> {
    await settlesWithin(this.#options.clock, withinMs, this.#write())
    this.#ended.abort()
    return this.#results
  }

  get #isEmpty(): boolean {
    return this.#results.length === 0 && this.#live.length === 0
  }

  #write(): Promise<void> {
    // Write after the current turn of the event loop, so that its results share one write.
    return (this.#writing ??= Promise.resolve()
      .then(() => this.#writeAll())
      .finally(() => {
        this.#writing = undefined
      }))
  }

  async #writeAll(): Promise<void> {
    const { clock, observe, onLost } = this.#options
    let isUnavailable = false
    while (!this.#isLost && !this.#isEmpty && !this.#ended.signal.aborted) {
      try {
        await this.#writeBatch()
        isUnavailable = false
      } catch (error) {
        if (error instanceof LeaseLost) {
          this.#isLost = true
          return onLost()
        }
        if (!isUnavailable) observeFailure(observe, error)
        isUnavailable = true
        await wait(clock, RETRY_MS, this.#ended.signal)
      }
    }
  }

  /** Writes the queued results; before them, repeats the write whose outcome is unknown. */
  async #writeBatch(): Promise<void> {
    const { store, lease } = this.#options
    const batch = this.#unconfirmed ?? { results: this.#results, live: this.#live }
    if (this.#unconfirmed === undefined || !(await this.#isWritten(batch))) {
      this.#unconfirmed = batch
      await store.record(batch.results, batch.live, lease)
    }
    this.#unconfirmed = undefined
    this.#newestLive += batch.live.length
    this.#results = this.#results.slice(batch.results.length)
    this.#live = this.#live.slice(batch.live.length)
  }

  /**
   * Returns whether a write whose outcome is unknown was committed: a connection may be lost after
   * the commit. Batches without live entries cannot be detected; they only contain failures within
   * a known gap, which may count twice.
   */
  async #isWritten({ live: { length } }: Batch): Promise<boolean> {
    return length > 0 && (await this.#options.store.newestLive()) === this.#newestLive + length
  }
}
