import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ProcessSensors } from '../../platform/telemetry/process-sensors.ts'

/** Milliseconds between two samples of the event loop delay. */
const RESOLUTION_MS = 20

/** Starts measuring this process. */
export function openProcessSensors(): ProcessSensors {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let collect: NodeJS.GCFunction | undefined
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
    freeMemory: () => {
      collect ??= findCollect()
      // Only this flavor also returns the pages to the operating system immediately.
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    },
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

/**
 * Returns V8's garbage collector function, which only contexts created under `--expose-gc` have.
 */
function findCollect(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  return collect
}
