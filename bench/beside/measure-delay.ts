import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'

// Loaded into a serving process by `--import`: measures how late its event loop is. Told `start` and `stop` by the
// process that has started it, and answers the second with what it saw in between.

/** How late the event loop was, in milliseconds. */
export interface Delay {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** Milliseconds between two looks; what is measured holds them, and is told without them. */
const RESOLUTION_MS = 1

const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
monitor.enable()
process.on('message', (word) => {
  if (word === 'start') monitor.reset()
  if (word === 'stop') process.send?.(delay())
})
// The bench that has started it is not waited for.
process.channel?.unref()

function delay(): Delay {
  const late = (ns: number) => Math.max(0, ns / 1_000_000 - RESOLUTION_MS)
  return {
    p50Ms: late(monitor.percentile(50)),
    p99Ms: late(monitor.percentile(99)),
    maxMs: late(monitor.max),
  }
}
