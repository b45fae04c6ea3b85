import { startProcess } from '../../platform/workers/start-worker.ts'
import type { WorkerHandle } from '../../platform/workers/worker-protocol.ts'

/**
 * Starts a child process that draws charts, because fonts and engine take 200 MB that a process
 * does not release. It has no data but the chart specs.
 */
export function startChartProcess(): WorkerHandle {
  return startProcess(new URL('./chart-process-entry.ts', import.meta.url), {
    // Limits the arenas of the C library's allocator to save memory.
    environment: { MALLOC_ARENA_MAX: '2' },
    isQuiet: true,
  })
}
