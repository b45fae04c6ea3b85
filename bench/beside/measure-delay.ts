import { existsSync, openSync, readSync } from 'node:fs'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'

// Loaded into a serving process by `--import`: measures how late its event loop is. Told `start` and `stop` by the
// process that has started it, and answers the second with what it saw in between.

/** How late the event loop was, in milliseconds. */
export interface Delay {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** The same without the time that the thread was ready and had no processor; zeros where the system does not say. */
  readonly ownP99Ms: number
  readonly ownMaxMs: number
}

/** Milliseconds between two looks; what is measured holds them, and is told without them. */
const RESOLUTION_MS = 1
/** Nanoseconds on a processor, nanoseconds of waiting for one, and more; of the main thread, which the loop is on. */
const SCHEDULED = '/proc/self/schedstat'

const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const own = createHistogram()
monitor.enable()
if (existsSync(SCHEDULED)) watchOwn(openSync(SCHEDULED, 'r'))
process.on('message', (word) => {
  if (word === 'start') monitor.reset()
  if (word === 'start') own.reset()
  if (word === 'stop') process.send?.(delay())
})
// The bench that has started it is not waited for; when it ends, however it ends, so does the server.
process.channel?.unref()
process.on('disconnect', () => process.exit())

function watchOwn(file: number): void {
  const bytes = Buffer.alloc(128)
  const waitedMs = () => {
    const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
    return Number(text.split(' ')[1]) / 1_000_000
  }
  let [last, lastWaitedMs] = [performance.now(), waitedMs()]
  const look = () => {
    const [now, waited] = [performance.now(), waitedMs()]
    const ownMs = now - last - (waited - lastWaitedMs)
    own.record(Math.max(1, Math.round(ownMs * 1_000_000)))
    ;[last, lastWaitedMs] = [now, waited]
  }
  setInterval(look, RESOLUTION_MS).unref()
}

function delay(): Delay {
  return {
    p50Ms: lateMs(monitor.percentile(50)),
    p99Ms: lateMs(monitor.percentile(99)),
    maxMs: lateMs(monitor.max),
    ownP99Ms: own.count > 0 ? lateMs(own.percentile(99)) : 0,
    ownMaxMs: own.count > 0 ? lateMs(own.max) : 0,
  }
}

function lateMs(ns: number): number {
  return Math.max(0, ns / 1_000_000 - RESOLUTION_MS)
}
