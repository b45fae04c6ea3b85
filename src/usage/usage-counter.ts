import type { Clock } from '../platform/time/clock.ts'
import type { ObserveUsage, RequestAnswered } from './observations.ts'
import { RECORD_KEPT_MS } from './request-record.ts'
import { settlesWithin } from '../platform/concurrency/settles-within.ts'
import { DAY_MS } from '../platform/time/time-units.ts'
import { USAGE_HOUR_MS, type UsageFlush, type UsageRow, type UsageStore } from './usage-store.ts'
import { createRequestCount } from './count-requests.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { sealBlock } from './request-log-block.ts'

/** Milliseconds between two flushes: a killed process loses at most this period. */
export const FLUSH_MS = 1_000

/**
 * Maximum rows per flush. Passing rows to another thread blocks this one, and the store has a
 * deadline per flush; after an hour of downtime there may be very many.
 */
const ROWS_AT_ONCE = 4_000

/** Consecutive failed flushes after which the store is reported as down. */
const FAILURES_MAX = 3

/** Milliseconds between two prunings. */
const PRUNE_MS = 60_000

/** Maximum statements of one pruning. */
const PRUNE_STATEMENTS = 100

/** Milliseconds for which the sequence number of an inactive process is retained. */
const PROCESS_KEPT_MS = 7 * DAY_MS

/**
 * Milliseconds after the end of a day until it is summed up. A later flush of its rows costs one
 * more statement.
 */
const ROLLUP_AFTER_MS = 6 * USAGE_HOUR_MS

/** Milliseconds for which durations are retained. */
const LATENCIES_KEPT_MS = 7 * DAY_MS

/** Milliseconds for the last flush on closing. */
const CLOSE_MS = 2_000

/** Options of {@link createUsageCounter}. */
export interface UsageCounterOptions {
  readonly store: UsageStore
  readonly clock: Clock
  readonly observe: ObserveUsage
  /** Identifies this process uniquely, also across restarts. */
  readonly process: string
  /** Days for which rows are retained. */
  readonly usageDays: number
  /** Bytes for records; 0 disables them. */
  readonly recordsBytes: number
}

/** Counts the usage of the keys of one process. */
export interface UsageCounter {
  /** Counts a request of the keyed interface; ignores others. Never throws and never blocks. */
  readonly count: (answered: RequestAnswered) => void
  /** Flushes pending counts for at most two seconds, then stops counting. Idempotent. */
  close(): Promise<void>
}

/**
 * Creates the counter of one process. Counts stay in memory for a second and are then added to the
 * store, each exactly once: a flush with an unknown outcome is repeated under its sequence number
 * until the outcome is known. Counting continues in memory while the store is down.
 */
export function createUsageCounter(options: UsageCounterOptions): UsageCounter {
  const flusher = new UsageFlusher(options)
  return { count: (answered) => flusher.count(answered), close: () => flusher.close() }
}

class UsageFlusher implements UsageCounter {
  readonly #options: UsageCounterOptions
  readonly #requests = createRequestCount()
  readonly #records: RequestLog | undefined
  #hasMore = false
  #sequence = 0
  /** The flush in progress: unchanged until it is confirmed. */
  #pending: UsageFlush | undefined
  /** The rows of the following flushes, each with its own sequence number. */
  #rest: readonly UsageRow[] = []
  #underWay: Promise<void> | undefined
  #cancel: (() => void) | undefined
  #failures = 0
  #prunesAtMs = 0
  #isPruning = false
  #closing: Promise<void> | undefined

  constructor(options: UsageCounterOptions) {
    this.#options = options
    this.#records = options.recordsBytes > 0 ? createRequestLog() : undefined
  }

  count(answered: RequestAnswered): void {
    if (answered.isKeyed !== true) return
    const records = this.#records
    const atMs = Math.floor(this.#options.clock.nowMs() - answered.durationMs)
    const row = this.#requests.count(answered, atMs)
    records?.add(answered, row, atMs)
    this.#hasMore = true
    // Pending records do not increase the retry rate of a store that is down.
    if (records?.isFilling === true && this.#pending === undefined) void this.#flush()
    else if (this.#cancel === undefined) this.#flushLater()
  }

  close(): Promise<void> {
    this.#closing ??= this.#flushAndStop()
    return this.#closing
  }

  async #flushAndStop(): Promise<void> {
    this.#cancel?.()
    await settlesWithin(this.#options.clock, CLOSE_MS, this.#flushRest())
  }

  async #flushRest(): Promise<void> {
    await this.#underWay
    // Flush the rows that waited for a failed flush.
    await this.#flush()
    if (this.#pending === undefined && this.#hasMore) await this.#flush()
  }

  #flush(): Promise<void> {
    this.#underWay ??= this.#flushAll().finally(() => {
      this.#underWay = undefined
      if (this.#pending !== undefined || this.#hasMore) this.#flushLater()
    })
    return this.#underWay
  }

  #flushLater(): void {
    if (this.#cancel !== undefined || this.#closing !== undefined) return
    this.#cancel = this.#options.clock.after(FLUSH_MS, () => {
      this.#cancel = undefined
      void this.#flush()
    })
  }

  async #flushAll(): Promise<void> {
    const { store, clock, observe } = this.#options
    do {
      this.#pending ??= await this.#drain()
      if (this.#pending === undefined) return
      try {
        await store.add(this.#pending, clock.nowMs())
        this.#pending = undefined
        if (this.#failures >= FAILURES_MAX) observe({ type: 'usage.changed', state: 'back' })
        this.#failures = 0
        void this.#prune()
      } catch (error) {
        this.#failures += 1
        if (this.#failures === FAILURES_MAX)
          observe({ type: 'usage.changed', state: 'away', error })
        return
      }
    } while (this.#rest.length > 0)
  }

  /** Returns the next flush; `undefined` if nothing was counted since the last one. */
  async #drain(): Promise<UsageFlush | undefined> {
    if (this.#rest.length > 0) return this.#nextFlush()
    if (!this.#hasMore) return undefined
    this.#hasMore = false
    this.#rest = this.#requests.take()
    const { page, dropped } = this.#records?.drainBlocks() ?? { page: undefined, dropped: 0 }
    if (dropped > 0) this.#options.observe({ type: 'usage.records_dropped', count: dropped })
    if (this.#rest.length === 0 && page === undefined) return undefined
    // Counts are added without the records if compressing them fails, for example for lack of
    // memory.
    return this.#nextFlush(await (page && sealBlock(page))?.catch(() => undefined))
  }

  /** Creates the next flush, with this block. */
  #nextFlush(page?: UsageFlush['page']): UsageFlush {
    const rows = this.#rest.slice(0, ROWS_AT_ONCE)
    this.#rest = this.#rest.slice(ROWS_AT_ONCE)
    this.#sequence += 1
    return { process: this.#options.process, sequence: this.#sequence, rows, page }
  }

  async #prune(): Promise<void> {
    const { store, clock, usageDays, recordsBytes } = this.#options
    const atMs = clock.monotonicMs()
    if (this.#isPruning || this.#closing !== undefined || atMs < this.#prunesAtMs) return
    this.#isPruning = true
    this.#prunesAtMs = atMs + PRUNE_MS
    const nowMs = clock.nowMs()
    const retention = {
      beforeHour: Math.floor(nowMs / USAGE_HOUR_MS) - usageDays * 24,
      latenciesBeforeHour: Math.floor((nowMs - LATENCIES_KEPT_MS) / USAGE_HOUR_MS),
      pagesBeforeS: Math.floor((nowMs - RECORD_KEPT_MS) / 1_000),
      pagesBytes: recordsBytes,
      processesBeforeMs: nowMs - PROCESS_KEPT_MS,
    }
    try {
      for (let turn = 0; turn < PRUNE_STATEMENTS && (await store.prune(retention)); turn += 1);
      const beforeHour = Math.floor((nowMs - ROLLUP_AFTER_MS) / USAGE_HOUR_MS)
      for (let turn = 0; turn < PRUNE_STATEMENTS && (await store.rollUp(beforeHour)); turn += 1);
    } catch {
      // Flushes report that the store is down.
    } finally {
      this.#isPruning = false
    }
  }
}
