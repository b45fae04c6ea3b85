import type { Worker } from 'node:worker_threads'
import { LeaseLost, type HistoryStore, type SeriesReply } from '../../domain/history-store.ts'
import { ServiceError, type ErrorCode } from '../../domain/service-error.ts'
import { packSeries, unpackSeries, type PackedSeries } from './packed-series.ts'
import { reasonsOf } from './reasons-of.ts'
import { startThread } from './start-thread.ts'
import type { HistoryCall } from '../history/history-calls.ts'

/**
 * What else a thread can be asked than the calls of its store: questions, which it answers from the store by a module that is loaded
 * when the first one comes.
 */
export interface ThreadAnswering {
  /** The URL of a module, with a function of the name `createAnswer` ({@link CreateAnswer}). */
  readonly module: string
  /** What that function is given besides; whatever threads can hand to each other. */
  readonly settings: unknown
}

/** Makes what answers a question in the thread. What it answers with is handed over, `buffers` of it without being copied. */
export type CreateAnswer = (
  store: HistoryStore,
  clock: { readonly nowMs: () => number },
  settings: unknown,
) => (question: unknown) => Promise<{ readonly result: unknown; readonly buffers: ArrayBuffer[] }>

/** What a thread is started with. */
export interface ThreadSettings {
  /** The file of the history. */
  readonly path: string
  readonly answering?: ThreadAnswering | undefined
}

/** What the thread has to do: a call of the store, or a question. */
export type ThreadTask = { readonly call: HistoryCall } | { readonly question: unknown }

/** What the thread is told: a task, and the time by which leases end; or that it is to end. */
export type ThreadOrder = (ThreadTask & { readonly nowMs: number }) | 'close'

/** What the thread says of a call. */
export type ThreadAnswer =
  | { readonly result: unknown }
  | { readonly series: PackedSeries }
  | { readonly failure: 'lease_lost' | { readonly text: string; readonly code?: ErrorCode } }

/** Starts the thread that answers from the file of a history. */
export function startHistoryThread(settings: ThreadSettings): Worker {
  return startThread(new URL('answer-history.ts', import.meta.url), settings, {
    name: 'history',
    youngMb: 24,
  })
}

/** The result in an answer. Throws what the thread failed with. */
export function resultOf(answer: ThreadAnswer): unknown {
  if ('result' in answer) return answer.result
  if ('series' in answer) return unpackSeries(answer.series)
  const { failure } = answer
  if (failure === 'lease_lost') throw new LeaseLost()
  throw failure.code === undefined
    ? new Error(failure.text)
    : new ServiceError(failure.code, failure.text)
}

/** An answer to a call. */
export function answerOf({ method }: HistoryCall, result: unknown): ThreadAnswer {
  return method === 'series' ? { series: packSeries(result as SeriesReply) } : { result }
}

/** An answer that says what went wrong, and why. */
export function failureOf(error: unknown): ThreadAnswer {
  if (error instanceof LeaseLost) return { failure: 'lease_lost' }
  if (error instanceof ServiceError && error.code !== 'unavailable') {
    return { failure: { text: error.message, code: error.code } }
  }
  // That a store is unavailable is said by whoever asked the thread; here counts for what reason it is.
  const reasons = reasonsOf(error instanceof ServiceError ? error.cause : error)
  return { failure: { text: reasons.join(' ') } }
}
