import type { Clock } from '../../platform/time/clock.ts'
import type { UsageStore } from '../usage-store.ts'
import { startThread } from '../../platform/workers/start-worker.ts'
import { createStoreProxy } from '../../platform/workers/store-proxy.ts'
import { WorkerClient } from '../../platform/workers/worker-client.ts'
import type { WorkerHandle } from '../../platform/workers/worker-protocol.ts'
import { USAGE_METHODS, type UsageApi } from './usage-calls.ts'

/**
 * Milliseconds that a call may queue, and that it may run. A writer may have to wait for one of
 * another process.
 */
const CALL_MS = 10_000

/** Maximum queued calls. */
const WAITING_MAX = 256

/** Milliseconds without a call after which a thread ends. */
const IDLE_MS = 60_000

/**
 * Opens usage in `usage.db`, read in one thread and written in another, so that the serving thread
 * never waits for the disk and reads of long periods do not delay writes. A thread starts on first
 * use, and ends after a minute without calls or when a call exceeds its deadline; the next call
 * starts it again, also after a crash. A call that was interrupted may have taken effect. The
 * threads do not keep the process alive.
 */
export function openUsageWorker(
  path: string,
  clock: Pick<Clock, 'after' | 'nowMs'>,
  start: (path: string) => WorkerHandle = startUsageThread,
): UsageStore {
  const openWorker = () =>
    new WorkerClient<UsageApi>({
      name: 'Usage',
      clock,
      start: () => start(path),
      waitMs: CALL_MS,
      executionMs: CALL_MS,
      waitingMax: WAITING_MAX,
      idleMs: IDLE_MS,
    })
  const workers = { reads: openWorker(), writes: openWorker() }
  return createStoreProxy(
    USAGE_METHODS,
    (name, args) => workers[USAGE_METHODS[name]].call(name, args as never),
    async () => void (await Promise.all(Object.values(workers).map((worker) => worker.close()))),
  )
}

function startUsageThread(path: string): WorkerHandle {
  const url = new URL('usage-worker-entry.ts', import.meta.url)
  return startThread(url, { name: 'usage', config: path, youngMb: 4 })
}
