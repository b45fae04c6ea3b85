import { RESULTS_MAX } from './poll-recorder.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { HistoryStore, PollResult } from '../../history-store.ts'
import type { ObserveHistory } from '../../observations.ts'
import { settlesWithin } from '../../../platform/concurrency/settles-within.ts'
import { wait } from '../../../platform/concurrency/wait.ts'
import { observeFailure } from './observe-history.ts'

/** Options of a late recorder. */
export interface LateRecorderOptions {
  readonly store: Pick<HistoryStore, 'recordLate'>
  readonly clock: Clock
  readonly observe: ObserveHistory
}

/** Writes poll results of a lost lease that could not be written in time. */
export interface LateRecorder {
  /** Queues results, in order, until they are written. */
  add(results: readonly PollResult[]): void
  /** Tries once more, briefly, then stops. Idempotent. */
  close(): Promise<void>
}

/** Milliseconds between two attempts. */
const RETRY_MS = 2_000

/** Milliseconds that results wait for the next collector's first snapshot of their board. */
const WAIT_MS = 60_000

/** Milliseconds that shutdown waits for the last attempt. */
const CLOSE_MS = 300

/**
 * Creates a late recorder. It adds results to gaps that the current lease holder opened. The end of
 * such a gap is unknown until the holder's first snapshot of the board, so results wait for it, for
 * at most a minute.
 */
export function createLateRecorder({ store, clock, observe }: LateRecorderOptions): LateRecorder {
  const closed = new AbortController()
  let results: readonly PollResult[] = []
  let addedMs = 0
  let working: Promise<void> | undefined

  const tryOnce = async () => {
    const given = new Set(results)
    const isLast = closed.signal.aborted || clock.monotonicMs() - addedMs >= WAIT_MS
    const waiting = await store.recordLate(results, isLast)
    results = [...waiting, ...results.filter((result) => !given.has(result))]
  }
  const work = async () => {
    let isUnavailable = false
    while (results.length > 0) {
      try {
        await tryOnce()
        isUnavailable = false
      } catch (error) {
        if (!isUnavailable) observeFailure(observe, error)
        isUnavailable = true
      }
      if (results.length > 0 && !(await wait(clock, RETRY_MS, closed.signal))) return
    }
  }
  const close = async () => {
    closed.abort()
    await settlesWithin(clock, CLOSE_MS, working ?? Promise.resolve())
    if (results.length > 0) await settlesWithin(clock, CLOSE_MS, tryOnce()).catch(() => {})
  }
  let closing: Promise<void> | undefined
  return {
    add: (more) => {
      if (more.length === 0 || closed.signal.aborted) return
      results = [...results, ...more].slice(-RESULTS_MAX)
      addedMs = clock.monotonicMs()
      working ??= work().finally(() => (working = undefined))
    },
    close: () => (closing ??= close()),
  }
}
