import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { getHeapStatistics } from 'node:v8'
import type { ProcessSensors } from '../domain/process-sensors.ts'

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20

/** Begins to measure this process. */
export function openProcessSensors(): ProcessSensors {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return {
    eventLoopDelayMs: () => {
      // The median, so that one long pause (a frozen machine, a collection) is no overload. Node counts its own
      // waiting in.
      const ms = delays.count === 0 ? 0 : delays.percentile(50) / 1e6 - RESOLUTION_MS
      delays.reset()
      return Math.max(0, ms)
    },
    heapShare: () => {
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
      return used / limit
    },
    residentBytes: () => process.memoryUsage.rss(),
    close: () => delays.disable(),
  }
}
