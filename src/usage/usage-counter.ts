import type { Clock } from '../platform/time/clock.ts'
import type { ObserveUsage, RequestAnswered } from './observations.ts'
import { RECORD_KEPT_MS } from './request-record.ts'
import { settlesWithin } from '../platform/concurrency/settles-within.ts'
import { DAY_MS } from '../platform/time/time-units.ts'
import { USAGE_HOUR_MS, type UsageFlush, type UsageRow, type UsageStore } from './usage-store.ts'
import { createRequestCount } from './count-requests.ts'
import { createRequestLog } from './request-log.ts'
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
export function createUsageCounter(settings: UsageCounterOptions): UsageCounter {
  const { store, clock, observe, recordsBytes } = settings
  const requests = createRequestCount()
  const records = recordsBytes > 0 ? createRequestLog() : undefined
  let hasMore = false
  let sequence = 0
  /** The flush in progress: unchanged until it is confirmed. */
  let pending: UsageFlush | undefined
  /** The rows of the following flushes, each with its own sequence number. */
  let rest: readonly UsageRow[] = []
  let underWay: Promise<void> | undefined
  let cancel: (() => void) | undefined
  let failures = 0
  let prunesAtMs = 0
  let isPruning = false
  let closing: Promise<void> | undefined

  /** Creates the next flush, with this block. */
  const nextFlush = (page?: UsageFlush['page']): UsageFlush => {
    const rows = rest.slice(0, ROWS_AT_ONCE)
    rest = rest.slice(ROWS_AT_ONCE)
    sequence += 1
    return { process: settings.process, sequence, rows, page }
  }
  const gather = async (): Promise<UsageFlush | undefined> => {
    if (rest.length > 0) return nextFlush()
    if (!hasMore) return undefined
    hasMore = false
    rest = requests.take()
    const { page, dropped } = records?.drainBlocks() ?? { page: undefined, dropped: 0 }
    if (dropped > 0) observe({ type: 'usage.records_dropped', count: dropped })
    if (rest.length === 0 && page === undefined) return undefined
    // Counts are added without the records if compressing them fails, for example for lack of
    // memory.
    return nextFlush(await (page && sealBlock(page))?.catch(() => undefined))
  }
  const addAll = async () => {
    do {
      pending ??= await gather()
      if (pending === undefined) return
      try {
        await store.add(pending, clock.nowMs())
        pending = undefined
        if (failures >= FAILURES_MAX) observe({ type: 'usage.changed', state: 'back' })
        failures = 0
        void prune()
      } catch (error) {
        failures += 1
        if (failures === FAILURES_MAX) observe({ type: 'usage.changed', state: 'away', error })
        return
      }
    } while (rest.length > 0)
  }
  const flush = (): Promise<void> => {
    underWay ??= addAll().finally(() => {
      underWay = undefined
      if (pending !== undefined || hasMore) flushLater()
    })
    return underWay
  }
  const flushLater = () => {
    if (cancel !== undefined || closing !== undefined) return
    cancel = clock.after(FLUSH_MS, () => {
      cancel = undefined
      void flush()
    })
  }
  const prune = async () => {
    if (isPruning || closing !== undefined || clock.monotonicMs() < prunesAtMs) return
    isPruning = true
    prunesAtMs = clock.monotonicMs() + PRUNE_MS
    const nowMs = clock.nowMs()
    const retention = {
      beforeHour: Math.floor(nowMs / USAGE_HOUR_MS) - settings.usageDays * 24,
      pagesBeforeS: Math.floor((nowMs - RECORD_KEPT_MS) / 1_000),
      pagesBytes: recordsBytes,
      processesBeforeMs: nowMs - PROCESS_KEPT_MS,
    }
    try {
      for (let turn = 0; turn < PRUNE_STATEMENTS && (await store.prune(retention)); turn += 1);
    } catch {
      // Flushes report that the store is down.
    } finally {
      isPruning = false
    }
  }
  const addLast = async () => {
    await underWay
    // Flush the rows that waited for a failed flush.
    await flush()
    if (pending === undefined && hasMore) await flush()
  }

  return {
    count: (answered) => {
      if (answered.isKeyed !== true) return
      const atMs = Math.floor(clock.nowMs() - answered.durationMs)
      const row = requests.count(answered, atMs)
      records?.add(answered, row, atMs)
      hasMore = true
      // Pending records do not increase the retry rate of a store that is down.
      if (records?.isFilling === true && pending === undefined) void flush()
      else if (cancel === undefined) flushLater()
    },
    close: () => {
      closing ??= (async () => {
        cancel?.()
        await settlesWithin(clock, CLOSE_MS, addLast())
      })()
      return closing
    },
  }
}
