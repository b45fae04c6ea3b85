import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Clock } from '../time/clock.ts'

/** Delay and utilization of the event loop. */
export interface EventLoopState {
  /** Seconds: median, 99th percentile and maximum. */
  readonly delayS: { readonly p50: number; readonly p99: number; readonly max: number }
  /** Utilization, from 0 (idle) to 1. */
  readonly busyRatio: number
}

/** Measures the event loop until it is closed. */
export interface EventLoopWatch {
  /** Returns the values of the last complete 15 s window; before the first one, since the start. */
  read(): EventLoopState
  close(): void
}

/** Length of a window in milliseconds: the usual scrape interval. Reading does not reset it. */
const WINDOW_MS = 15_000
/** Sampling interval in milliseconds; it is not part of the delay. */
const SAMPLE_MS = 10

/** Starts measuring the event loop of this process. */
export function watchEventLoop(clock: Pick<Clock, 'after'>): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  delays.enable()
  let since = performance.eventLoopUtilization()
  let whole: EventLoopState | undefined
  let cancel = () => {}

  const measure = (): EventLoopState => {
    const secondsAt = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - SAMPLE_MS / 1_000)
    const { count } = delays
    const [p50, p99, max] =
      count === 0
        ? [0, 0, 0]
        : [delays.percentile(50), delays.percentile(99), delays.max].map(secondsAt)
    const busyRatio = performance.eventLoopUtilization(since).utilization
    return { delayS: { p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0 }, busyRatio }
  }
  const turn = () => {
    whole = measure()
    delays.reset()
    since = performance.eventLoopUtilization()
    cancel = clock.after(WINDOW_MS, turn)
  }
  cancel = clock.after(WINDOW_MS, turn)
  return {
    read: () => whole ?? measure(),
    close: () => {
      cancel()
      delays.disable()
    },
  }
}
