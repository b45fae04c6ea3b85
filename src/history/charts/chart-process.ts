import { startProcess } from '../../platform/workers/start-worker.ts'
import type { WorkerHandle } from '../../platform/workers/worker-protocol.ts'

/**
 * Starts a child process that draws charts. Fonts and drawing engine take 200 MB that a process
 * never releases; ending the process does. It has access to the chart specs only.
 */
export function startChartProcess(): WorkerHandle {
  return startProcess(new URL('./chart-process-entry.ts', import.meta.url), {
    // Limits the arenas of the C library's allocator to save memory.
    environment: { MALLOC_ARENA_MAX: '2' },
    isQuiet: true,
  })
}
