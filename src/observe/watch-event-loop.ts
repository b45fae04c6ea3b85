import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Clock } from '../domain/clock.ts'

/** How late the event loop was, and how busy. */
export interface EventLoopState {
  /** Seconds: half of the looks were later than this, one in a hundred, and the latest. */
  readonly delayS: { readonly p50: number; readonly p99: number; readonly max: number }
  /** From 0, all of the time idle, to 1. */
  readonly busyRatio: number
}

/** Looks at the event loop until it is closed. */
export interface EventLoopWatch {
  /** Of the last whole quarter of a minute; before there is one, since the beginning. */
  read(): EventLoopState
  close(): void
}

/** Milliseconds that are taken together: the usual time between two scrapes. Who reads changes nothing for others. */
const WINDOW_MS = 15_000
/** Milliseconds between two looks; they are no part of the delay. */
const LOOK_MS = 10

/** Begins to look at the event loop of this process. */
export function watchEventLoop(clock: Pick<Clock, 'after'>): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: LOOK_MS })
  delays.enable()
  let since = performance.eventLoopUtilization()
  let whole: EventLoopState | undefined
  let cancel = () => {}

  const look = (): EventLoopState => {
    const secondsAt = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - LOOK_MS / 1_000)
    const { count } = delays
    const [p50, p99, max] =
      count === 0
        ? [0, 0, 0]
        : [delays.percentile(50), delays.percentile(99), delays.max].map(secondsAt)
    const busyRatio = performance.eventLoopUtilization(since).utilization
    return { delayS: { p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0 }, busyRatio }
  }
  const turn = () => {
    whole = look()
    delays.reset()
    since = performance.eventLoopUtilization()
    cancel = clock.after(WINDOW_MS, turn)
  }
  cancel = clock.after(WINDOW_MS, turn)
  return {
    read: () => whole ?? look(),
    close: () => {
      cancel()
      delays.disable()
    },
  }
}
