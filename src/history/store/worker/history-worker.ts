import type { Clock } from '../../../platform/time/clock.ts'
import { LeaseLost, type HistoryStore } from '../../history-store.ts'
import { ServiceError, unavailable } from '../../../platform/http/errors/service-error.ts'
import type { CallStore } from '../../../platform/workers/store-proxy.ts'
import { WorkerClient } from '../../../platform/workers/worker-client.ts'
import type { WorkerHandle } from '../../../platform/workers/worker-protocol.ts'
import { createHistoryProxy, HISTORY_METHODS } from './history-calls.ts'
import {
  startHistoryThread,
  type HistoryApi,
  type HistoryThreadOptions,
  type QueryHandlerModule,
} from './history-thread.ts'
import { unpackSeries, type PackedSeries } from './packed-series.ts'

/**
 * Maximum milliseconds that a call waits for its turn, and that it takes. A write may have to wait
 * for another process.
 */
const READ_MS = 5_000
const WRITE_MS = 10_000

/** Maximum waiting calls of each thread. */
const WAITING_MAX = 256

/** A history in worker threads, and its queries. */
export interface HistoryWorker {
  readonly store: HistoryStore
  /**
   * Answers a query, in order with reads. Rejects with a `ServiceError`: that of the query, or
   * `unavailable`.
   */
  readonly query: (query: unknown) => Promise<unknown>
}

/** Starts a thread. */
export type StartThread = (options: HistoryThreadOptions) => WorkerHandle

/** Opens the history as {@link openQueryWorker} does, without a query handler. */
export function openHistoryWorker(
  path: string,
  clock: Pick<Clock, 'nowMs' | 'after'>,
  start?: StartThread,
): HistoryStore {
  return openQueryWorker({ path }, clock, start).store
}

/**
 * Opens the history in `history.db` with one thread for reads and one for writes, so that the
 * serving thread never waits for the disk and reads never wait for a write. Each thread performs
 * one call at a time, starts on first use, and is replaced after it exits or a call exceeds its
 * time. A call that waits too long for its turn is rejected. The outcome of a call that exceeded
 * its time is unknown. The threads do not keep the process alive.
 */
export function openQueryWorker(
  options: { readonly path: string; readonly queryHandler?: QueryHandlerModule },
  clock: Pick<Clock, 'nowMs' | 'after'>,
  start: StartThread = startHistoryThread,
): HistoryWorker {
  const openWorker = (role: HistoryThreadOptions['role'], milliseconds: number) =>
    new WorkerClient<HistoryApi>({
      name: 'The history',
      clock,
      start: () => start({ ...options, role }),
      waitMs: milliseconds,
      executionMs: milliseconds,
      waitingMax: WAITING_MAX,
      errors: [LeaseLost],
    })
  const [reads, writes] = [openWorker('reads', READ_MS), openWorker('writes', WRITE_MS)]
  const workers = { reads, writes }
  const call: CallStore<HistoryStore> = async (name, args) => {
    const result = workers[HISTORY_METHODS[name]].call(name, args as never)
    return name === 'series' ? unpackSeries((await result) as PackedSeries) : result
  }
  const close = async () => void (await Promise.all([reads.close(), writes.close()]))
  return {
    store: createHistoryProxy(call, close),
    query: (query) =>
      reads.call('answer', [query]).catch((error: unknown) => {
        throw error instanceof ServiceError ? error : unavailable(error)
      }),
  }
}
