import type { Clock } from '../../src/platform/time/clock.ts'

/** A clock that only a test advances. */
export interface ManualClock extends Clock {
  /** Advances wall and monotonic time and runs due callbacks in order. */
  advance(ms: number): void
  /** Advances both times at once and then runs due callbacks, as a blocked event loop does. */
  stall(ms: number): void
  /** Sets only the wall time, as an operator or NTP does. */
  readonly setWall: (nowMs: number) => void
  /** The number of pending callbacks. */
  readonly pending: number
}

/** Creates a clock at `nowMs`. */
export function createManualClock(nowMs: number): ManualClock {
  let wall = nowMs
  let monotonic = 0
  const timers = new Set<{ atMs: number; callback: () => void }>()

  const step = (ms: number) => {
    wall += ms
    monotonic += ms
  }
  const advance = (ms: number) => {
    const end = monotonic + ms
    for (;;) {
      const due = [...timers].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0]
      if (due === undefined) break
      timers.delete(due)
      step(Math.max(0, due.atMs - monotonic))
      due.callback()
    }
    step(end - monotonic)
  }
  return {
    nowMs: () => wall,
    monotonicMs: () => monotonic,
    after: (delayMs, callback) => {
      const timer = { atMs: monotonic + delayMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance,
    stall: (ms) => {
      step(ms)
      advance(0)
    },
    setWall: (ms) => {
      wall = ms
    },
    get pending() {
      return timers.size
    },
  }
}
