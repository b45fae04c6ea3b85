import type { HistoryStore } from '../../history-store.ts'
import { startThread } from '../../../platform/workers/start-worker.ts'
import type { StoreApi } from '../../../platform/workers/store-proxy.ts'
import type { WorkerHandle } from '../../../platform/workers/worker-protocol.ts'
import type { PackedSeries } from './packed-series.ts'

/**
 * The query handler of a thread: a module that the thread loads on the first query, with the
 * options for it.
 */
export interface QueryHandlerModule {
  /** URL of a module that exports `createAnswer` ({@link CreateAnswer}). */
  readonly module: string
  /** Options of the handler: any structured-cloneable value. */
  readonly options: unknown
}

/** Creates the query handler in a thread. */
export type CreateAnswer = (
  store: HistoryStore,
  clock: { readonly nowMs: () => number },
  settings: unknown,
) => (query: unknown) => Promise<unknown>

/** Options for starting a thread. */
export interface HistoryThreadOptions {
  /** Path of the history file. */
  readonly path: string
  readonly queryHandler?: QueryHandlerModule | undefined
  /** The calls that the thread serves: reads and queries, or writes. */
  readonly role: 'reads' | 'writes'
}

/** The methods of a thread: those of the store, and queries of the public interface. */
export interface HistoryApi extends Omit<StoreApi<HistoryStore>, 'series'> {
  series(...args: Parameters<HistoryStore['series']>): Promise<PackedSeries>
  answer(query: unknown): Promise<unknown>
}

/** V8 young generation in megabytes: results of reads are far larger than writes. */
const YOUNG_MB = { reads: 24, writes: 8 } as const

/** Starts a thread that reads or writes a history file. */
export function startHistoryThread(config: HistoryThreadOptions): WorkerHandle {
  const { role } = config
  return startThread(new URL('history-worker-entry.ts', import.meta.url), {
    name: role === 'reads' ? 'history' : 'history-write',
    config,
    youngMb: YOUNG_MB[role],
  })
}
