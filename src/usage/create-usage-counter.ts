import type { Clock } from '../domain/clock.ts'
import type { Observe, RequestAnswered } from '../domain/observation.ts'
import { RECORD_KEPT_MS } from '../domain/request-record.ts'
import { settlesWithin } from '../domain/settles-within.ts'
import { DAY_MS } from '../domain/time-units.ts'
import {
  USAGE_HOUR_MS,
  type UsageFlush,
  type UsageRow,
  type UsageStore,
} from '../domain/usage-store.ts'
import { createRequestCount } from './count-requests.ts'
import { createRecordBook } from './create-record-book.ts'
import { closePage } from './record-page.ts'

/** Milliseconds between two additions: what ended since the last one is what a kill forgets. */
export const FLUSH_MS = 1_000

/**
 * Rows of one addition at most. To hand them to another thread takes time of this one, and a store has only so much for
 * one addition: after an hour without it there may be very many.
 */
const ROWS_AT_ONCE = 4_000

/** So many additions in a row have failed, and it is said. */
const FAILURES_MAX = 3

/** Milliseconds between two times at which what is too old is looked for. */
const FORGET_MS = 60_000

/** Turns in which that is done at one time. */
const FORGET_TURNS = 100

/** Milliseconds for which it is remembered what a process has added that adds nothing more. */
const PROCESS_KEPT_MS = 7 * DAY_MS

/** Milliseconds that closing gives the last addition. */
const CLOSE_MS = 2_000

/** What usage is counted with. */
export interface UsageCounterSettings {
  readonly store: UsageStore
  readonly clock: Clock
  readonly observe: Observe
  /** Names this process; no other one ever has the same. */
  readonly process: string
  /** Days for which rows are kept. */
  readonly usageDays: number
  /** Bytes for records; 0: none are kept. */
  readonly recordsBytes: number
}

/** Counts what the keys of one process are used for. */
export interface UsageCounter {
  /** Takes a request of the keyed interface; others are left alone. Never throws and never waits. */
  count(answered: RequestAnswered): void
  /** Writes down what is not yet, as far as that takes no longer than two seconds, and counts no more. Idempotent. */
  close(): Promise<void>
}

/**
 * Makes the counter of one process. Counts stand in memory for a second and are then added to the store, each exactly
 * once: an addition whose outcome is unknown is made again under its number until it is known. While the store is away,
 * counts go on in memory.
 */
export function createUsageCounter(settings: UsageCounterSettings): UsageCounter {
  const { store, clock, observe, recordsBytes } = settings
  const requests = createRequestCount()
  const records = recordsBytes > 0 ? createRecordBook() : undefined
  let hasMore = false
  let sequence = 0
  /** What is being added: it stays as it is until that is known to have happened. */
  let pending: UsageFlush | undefined
  /** What comes behind it, each part under a number of its own. */
  let rest: readonly UsageRow[] = []
  let underWay: Promise<void> | undefined
  let cancel: (() => void) | undefined
  let failures = 0
  let forgetsAtMs = 0
  let forgetting = false
  let closing: Promise<void> | undefined

  /** The next part of the rows, with this page. */
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
    const { page, dropped } = records?.take() ?? { page: undefined, dropped: 0 }
    if (dropped > 0) observe({ type: 'usage.records_dropped', count: dropped })
    if (rest.length === 0 && page === undefined) return undefined
    // Counts are never lost with records that cannot be compressed, as without memory.
    return nextFlush(await (page && closePage(page))?.catch(() => undefined))
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
        void forget()
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
  const forget = async () => {
    if (forgetting || closing !== undefined || clock.monotonicMs() < forgetsAtMs) return
    forgetting = true
    forgetsAtMs = clock.monotonicMs() + FORGET_MS
    const nowMs = clock.nowMs()
    const retention = {
      beforeHour: Math.floor(nowMs / USAGE_HOUR_MS) - settings.usageDays * 24,
      pagesBeforeS: Math.floor((nowMs - RECORD_KEPT_MS) / 1_000),
      pagesBytes: recordsBytes,
      processesBeforeMs: nowMs - PROCESS_KEPT_MS,
    }
    try {
      for (let turn = 0; turn < FORGET_TURNS && (await store.forget(retention)); turn += 1);
    } catch {
      // The additions say it when the store is away.
    } finally {
      forgetting = false
    }
  }
  const addLast = async () => {
    await underWay
    // What waited for an addition that had failed comes behind it.
    await flush()
    if (pending === undefined && hasMore) await flush()
  }

  return {
    count: (answered) => {
      if (answered.stagesMs === undefined) return
      const atMs = Math.floor(clock.nowMs() - answered.durationMs)
      const row = requests.count(answered, atMs)
      records?.add(answered, row, atMs)
      hasMore = true
      // A store that is away is asked no more often because there is much to be written.
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
