import module from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { UsageCall } from '../usage/usage-calls.ts'

/** What the thread is told: a call with its number; or that it is to end. */
export type UsageOrder = { readonly nth: number; readonly call: UsageCall } | 'close'

/** What the thread says of a call. */
export type UsageAnswer = { readonly nth: number } & (
  { readonly result: unknown } | { readonly failure: string }
)

/** Megabytes for what a call needs for a moment, as of the thread of the history. */
const YOUNG_MB = 4

/** Starts the thread that answers from `path`. It has what the process has compiled, and nothing else of it. */
export function startUsageThread(path: string): Worker {
  const folder = module.getCompileCacheDir()
  return new Worker(new URL('answer-usage.ts', import.meta.url), {
    name: 'usage',
    workerData: path,
    env: folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
}

/** An answer that says what went wrong, and why. Errors lose their class on the way between threads. */
export function usageFailureOf(nth: number, error: unknown): UsageAnswer {
  return { nth, failure: reasonsOf(error).join(' ') }
}

function reasonsOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...reasonsOf(error.cause)] : []
}
