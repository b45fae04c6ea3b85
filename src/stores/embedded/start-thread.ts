import { Worker } from 'node:worker_threads'
import { compileCache } from './compile-cache.ts'

/** Megabytes for what a call needs for a moment. A thread takes all that it may, and is there as long as the process. */
const YOUNG_MB = 4

/**
 * Starts a thread that runs the module at `url` with `settings`. It has neither the environment nor the flags of the process, but what
 * the process has compiled: to compile it anew takes 25 MB, which are never given back.
 */
export function startThread(url: URL, name: string, settings: unknown): Worker {
  return new Worker(url, {
    name,
    workerData: settings,
    env: compileCache(),
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
}
