import { systemClock } from '../../platform/time/system-clock.ts'
import { childEnvironment } from '../../platform/workers/child-environment.ts'
import { startProcess } from '../../platform/workers/start-worker.ts'
import { WorkerClient } from '../../platform/workers/worker-client.ts'
import type { LoadGenerator, LoadResult, LoadSpec } from './load-generator.ts'

/** The configuration of a load worker. */
export interface LoadWorkerConfig {
  readonly valkeyUrl: string
}

/** The methods of a load worker, which reports the number of attempts so far. */
export interface LoadApi {
  /** Resolves when its store is open. */
  open(): Promise<void>
  generateLoad(spec: LoadSpec): Promise<LoadResult>
  release(): Promise<void>
}

/** Milliseconds that a worker gets to release its slots and to close its store. */
const CLOSE_MS = 10_000

/**
 * Starts a load generator in its own process, over the store at a URL. Rejects when the process or
 * its store cannot be opened.
 */
export async function startLoadWorker(valkeyUrl: string): Promise<LoadGenerator> {
  const url = new URL('load-worker-entry.ts', import.meta.url)
  const config: LoadWorkerConfig = { valkeyUrl }
  const worker = new WorkerClient<LoadApi, number>({
    name: 'A load worker',
    clock: systemClock,
    start: () => startProcess(url, { config, environment: childEnvironment() }),
    waitingMax: 0,
  })
  const close = () => worker.close(CLOSE_MS)
  try {
    await worker.call('open', [])
  } catch (error) {
    await close()
    throw error
  }
  return {
    generateLoad: (spec, onEvent) => worker.call('generateLoad', [spec], { onEvent }),
    release: () => worker.call('release', []),
    close,
  }
}
