import type { Worker } from 'node:worker_threads'
import type { UsageCall } from '../usage/usage-calls.ts'
import { reasonsOf } from './reasons-of.ts'
import { startThread } from './start-thread.ts'

/** What the thread is told: a call with its number; or that it is to end. */
export type UsageOrder = { readonly nth: number; readonly call: UsageCall } | 'close'

/** What the thread says of a call. */
export type UsageAnswer = { readonly nth: number } & (
  { readonly result: unknown } | { readonly failure: string }
)

/** Starts the thread that answers from the file at `path`. */
export function startUsageThread(path: string): Worker {
  return startThread(new URL('answer-usage.ts', import.meta.url), path, {
    name: 'usage',
    youngMb: 4,
  })
}

/** An answer that says what went wrong, and why. */
export function usageFailureOf(nth: number, error: unknown): UsageAnswer {
  return { nth, failure: reasonsOf(error).join(' ') }
}
