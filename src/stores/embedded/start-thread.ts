import { Worker } from 'node:worker_threads'
import { compileCache } from './compile-cache.ts'

/** How a thread is started. */
export interface ThreadOptions {
  readonly name: string
  /**
   * Megabytes for what its calls need for a moment. A thread that works much takes all that it may and keeps it; with less it collects
   * garbage more often, for which the engine wakes threads that have as good a claim to a processor as the one that serves.
   */
  readonly youngMb: number
}

/**
 * Starts a thread that runs the module at `url` with `settings`. It has neither the environment nor the flags of the process, but what
 * the process has compiled: to compile it anew takes 25 MB, which are never given back.
 */
export function startThread(url: URL, settings: unknown, { name, youngMb }: ThreadOptions): Worker {
  return new Worker(url, {
    name,
    workerData: settings,
    env: compileCache(),
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  })
}
