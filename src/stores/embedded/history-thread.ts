import module from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LeaseLost, type SeriesReply } from '../../domain/history-store.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { packSeries, unpackSeries, type PackedSeries } from './packed-series.ts'
import type { HistoryCall } from '../history/history-calls.ts'

/** What the thread is told: a call, and the time by which leases end; or that it is to end. */
export type ThreadOrder = { readonly call: HistoryCall; readonly nowMs: number } | 'close'

/** What the thread says of a call. */
export type ThreadAnswer =
  | { readonly result: unknown }
  | { readonly series: PackedSeries }
  | { readonly failure: 'lease_lost' | { readonly text: string } }

/** Megabytes for what a call needs for a moment. A thread takes all that it may, and is there as long as the process. */
const YOUNG_MB = 4

/**
 * Starts the thread that answers from `path`. It has neither the environment nor the flags of the process, but what the
 * process has compiled: to compile it anew takes 25 MB, which are never given back.
 */
export function startHistoryThread(path: string): Worker {
  return new Worker(new URL('answer-history.ts', import.meta.url), {
    name: 'history',
    workerData: path,
    env: compileCache(),
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
}

/** Where Node finds what was compiled before; it adds a folder for its version. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = module.getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** The result in an answer. Throws what the thread failed with. */
export function resultOf(answer: ThreadAnswer): unknown {
  if ('result' in answer) return answer.result
  if ('series' in answer) return unpackSeries(answer.series)
  throw answer.failure === 'lease_lost' ? new LeaseLost() : new Error(answer.failure.text)
}

/** An answer to a call. */
export function answerOf({ method }: HistoryCall, result: unknown): ThreadAnswer {
  return method === 'series' ? { series: packSeries(result as SeriesReply) } : { result }
}

/** An answer that says what went wrong, and why. Errors lose their class on the way between threads. */
export function failureOf(error: unknown): ThreadAnswer {
  if (error instanceof LeaseLost) return { failure: 'lease_lost' }
  // That a store is unavailable is said by whoever asked the thread; here counts for what reason it is.
  const reasons = reasonsOf(error instanceof ServiceError ? error.cause : error)
  return { failure: { text: reasons.join(' ') } }
}

function reasonsOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...reasonsOf(error.cause)] : []
}
