import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { collectGarbage } from '../../platform/engine-tuning/engine-tuning.ts'
import type { ProcessSensors } from '../../platform/telemetry/process-sensors.ts'

/** Milliseconds between two samples of the event loop delay. */
const RESOLUTION_MS = 20

/** Starts measuring this process. */
export function openProcessSensors(): ProcessSensors {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return {
    eventLoopDelayMs: () => {
      // The median, so that one long pause (a frozen machine, a garbage collection) is no overload.
      // Node includes its own sampling interval.
      const ms = delays.count === 0 ? 0 : delays.percentile(50) / 1e6 - RESOLUTION_MS
      delays.reset()
      return Math.max(0, ms)
    },
    heapShare: () => {
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
      return used / limit
    },
    ownBytes: readOwnBytes,
    freeMemory: collectGarbage,
    close: () => delays.disable(),
  }
}

/**
 * Returns the bytes of anonymous memory, which Linux reports as `RssAnon`; elsewhere all resident
 * bytes.
 */
function readOwnBytes(): number {
  try {
    const kibibytes = /^RssAnon:\s+([0-9]+) kB$/m.exec(
      readFileSync('/proc/self/status', 'latin1'),
    )?.[1]
    if (kibibytes !== undefined) return Number(kibibytes) * 1_024
  } catch {
    // The file does not exist on this system.
  }
  return process.memoryUsage.rss()
}
