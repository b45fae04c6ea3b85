import type { Clock } from '../../platform/time/clock.ts'
import { MINUTE_MS } from '../../platform/time/time-units.ts'
import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import { childEnvironment } from '../../platform/workers/child-environment.ts'
import { startThread } from '../../platform/workers/start-worker.ts'
import { WorkerClient } from '../../platform/workers/worker-client.ts'
import type { Predictor } from './predictor.ts'

/** Milliseconds that a call may wait for its turn, and that it may take. */
const WAIT_MS = 60_000
const EXECUTION_MS = 60_000

/** Waiting calls: two for each region. */
const WAITING_MAX = 8

/** V8 young generation in megabytes. */
const YOUNG_MB = 8

/** A predictor in a thread. */
export interface PredictionWorker extends Predictor {
  close(): Promise<void>
}

/**
 * Opens a predictor in a thread with its own connection to the history. The thread starts with a
 * call and ends two minutes after the last one: reading past runs again every quarter of an hour
 * takes a tenth of a second, a waiting thread 40 MB.
 */
export function openPredictionWorker(
  { dataDir, databaseUrl }: DatabaseConfig,
  clock: Pick<Clock, 'after' | 'nowMs'>,
): PredictionWorker {
  const worker = new WorkerClient<Predictor>({
    name: 'The prediction',
    clock,
    start: () =>
      startThread(new URL('prediction-worker-entry.ts', import.meta.url), {
        name: 'prediction',
        config: { dataDir, databaseUrl } satisfies DatabaseConfig,
        environment: childEnvironment({ usesLibraries: databaseUrl !== undefined }),
        youngMb: YOUNG_MB,
      }),
    waitMs: WAIT_MS,
    executionMs: EXECUTION_MS,
    waitingMax: WAITING_MAX,
    idleMs: 2 * MINUTE_MS,
  })
  return {
    predict: (...args) => worker.call('predict', args),
    measure: (...args) => worker.call('measure', args),
    close: () => worker.close(),
  }
}
