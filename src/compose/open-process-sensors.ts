import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ProcessSensors } from '../domain/process-sensors.ts'

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20

/** Begins to measure this process. */
export function openProcessSensors(): ProcessSensors {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let collect: NodeJS.GCFunction | undefined
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
    freeMemory: () => {
      collect ??= findCollect()
      // Only this one gives the pages back to the system too, and at once.
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    },
    close: () => delays.disable(),
  }
}

/** The engine's collector, which it shows to contexts that are made while it is told to. */
function findCollect(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  return collect
}
