import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'

/** What the thread that makes files is told. */
export type FilesOrder = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /** In Unix milliseconds. */
  readonly nowMs: number
}

const ENDED = 'The files of days were not made: their thread was ended.'

/**
 * Makes the files of all days that are over in a thread of its own: to write and pack a day takes seconds, in which nobody else would
 * be answered. Rejects with what went wrong, or when it was told to end.
 */
export async function makeFilesApart(order: FilesOrder, signal: AbortSignal): Promise<void> {
  const { dataDir, databaseUrl, nowMs } = order
  const workerData: FilesOrder = { dataDir, databaseUrl, nowMs }
  if (signal.aborted) throw new Error(ENDED)
  const thread = new Worker(new URL('export-thread.ts', import.meta.url), { workerData })
  const terminate = () => void thread.terminate()
  signal.addEventListener('abort', terminate, { once: true })
  try {
    // An error of the thread rejects.
    const [status] = (await once(thread, 'exit')) as [number]
    if (status !== 0) throw new Error(ENDED)
  } finally {
    signal.removeEventListener('abort', terminate)
  }
}
