import { inChunks } from '../../platform/sql/row-limits.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { DayUsage, DayUsageRow } from '../day-usage.ts'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import type { WindowCount } from '../quota-window.ts'

/** Writes day counts to a database that outlives the store and this node. */
export interface HighWaterMarkStore {
  /**
   * Records a developer's day count after a charge. Reads the count that other nodes have written
   * at the developer's first charge of that day.
   */
  note(developerId: string, day: WindowCount): void
  /** Writes the changed counts, for at most `withinMs`. */
  close(withinMs: number): Promise<void>
}

/** Options of {@link createHighWaterMarkStore}. */
export interface HighWaterMarkStoreOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly usage: DayUsage
  /** Called with a developer's day count as written by any node. */
  readonly onRead: (developerId: string, day: WindowCount) => void
  readonly onFailed: (error: unknown) => void
}

/**
 * Interval between two writes. Including the write itself, the database lags by at most one second,
 * which bounds the loss when the store is emptied and the node killed at once.
 */
const WRITE_MS = 500

/** Creates the store and starts its periodic writes. No request waits for it. */
export function createHighWaterMarkStore(options: HighWaterMarkStoreOptions): HighWaterMarkStore {
  return new PeriodicWriter(options)
}

class PeriodicWriter implements HighWaterMarkStore {
  readonly #options: HighWaterMarkStoreOptions
  /** The day for which each developer's row was last requested. */
  #requestedDays = new Map<string, number>()
  #newestDay = 0
  /** Developers whose row could not be read. */
  #failed: string[] = []
  #changed = new Map<string, DayUsageRow>()
  #writing = Promise.resolve()
  #isClosed = false
  #cancelWrite = () => {}

  constructor(options: HighWaterMarkStoreOptions) {
    this.#options = options
    this.#scheduleWrite()
  }

  note(developerId: string, { index, count }: WindowCount): void {
    if (index > this.#newestDay) {
      this.#newestDay = index
      this.#requestedDays = new Map()
    }
    if (this.#requestedDays.get(developerId) !== index) {
      this.#requestedDays.set(developerId, index)
      void this.#read(developerId, index)
    }
    const row = { developerId, day: index, used: count }
    const before = this.#changed.get(rowKey(row))
    if (count > 0 && (before?.used ?? 0) < count) this.#changed.set(rowKey(row), row)
  }

  async close(withinMs: number): Promise<void> {
    this.#isClosed = true
    this.#cancelWrite()
    await settlesWithin(this.#options.clock, withinMs, this.#enqueueWrite())
  }

  async #read(developerId: string, index: number): Promise<void> {
    const { usage, onRead, onFailed } = this.#options
    try {
      onRead(developerId, { index, count: await usage.read(developerId, index) })
    } catch (error) {
      this.#failed.push(developerId)
      onFailed(error)
    }
  }

  #scheduleWrite(): void {
    if (this.#isClosed) return
    this.#cancelWrite = this.#options.clock.after(
      WRITE_MS,
      () => void this.#enqueueWrite().then(() => this.#scheduleWrite()),
    )
  }

  #enqueueWrite(): Promise<void> {
    return (this.#writing = this.#writing.then(() => this.#write()))
  }

  async #write(): Promise<void> {
    const { usage, onFailed } = this.#options
    // Only once per write interval: while the database is down, every request would query it again.
    for (const developerId of this.#failed) this.#requestedDays.delete(developerId)
    this.#failed = []
    const rows = [...this.#changed.values()]
    this.#changed = new Map()
    for (const batch of inChunks(rows)) {
      try {
        await usage.write(batch)
      } catch (error) {
        // Retries with the next write, unless a newer count of the same day has replaced the row.
        for (const row of batch)
          if (!this.#changed.has(rowKey(row))) this.#changed.set(rowKey(row), row)
        onFailed(error)
      }
    }
  }
}

function rowKey({ developerId, day }: DayUsageRow): string {
  return `${day} ${developerId}`
}
