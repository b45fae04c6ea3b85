import { onAbort } from '../../platform/concurrency/abort.ts'
import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { childEnvironment } from '../../platform/workers/child-environment.ts'
import { startThread } from '../../platform/workers/start-worker.ts'
import { WorkerClient } from '../../platform/workers/worker-client.ts'

/** The methods of the export thread. */
export interface ExportApi {
  /** Exports all past days. */
  exportDays(): Promise<void>
}

/** V8 young generation in megabytes: the lines of a day are short-lived. */
const YOUNG_MB = 16

/**
 * Exports all past days in a worker thread, because compressing a day takes seconds of CPU time.
 * Rejects with the error of the thread, or when `signal` aborts.
 */
export async function exportInWorker(
  { dataDir, databaseUrl }: DatabaseConfig,
  clock: Pick<Clock, 'after' | 'nowMs'>,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL('export-worker-entry.ts', import.meta.url)
  const worker = new WorkerClient<ExportApi>({
    name: 'The export',
    clock,
    start: () =>
      startThread(url, {
        name: 'export',
        config: { dataDir, databaseUrl } satisfies DatabaseConfig,
        environment: childEnvironment({ usesLibraries: databaseUrl !== undefined }),
        youngMb: YOUNG_MB,
      }),
    waitingMax: 0,
  })
  const stopListening = onAbort(signal, () => worker.terminate())
  try {
    if (signal.aborted) throw new Error('The export was terminated.')
    await worker.call('exportDays', [])
  } finally {
    stopListening()
    await worker.close()
  }
}
