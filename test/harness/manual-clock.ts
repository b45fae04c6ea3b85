import type { Clock } from '../../src/domain/clock.ts'

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves wall and monotonic time forward and runs what falls due on the way, in order. */
  advance(ms: number): void
  /** Sets the wall time alone, as when an operator or NTP sets a machine's clock. */
  setWall(nowMs: number): void
  /** How many callbacks are still waited for. */
  readonly pending: number
}

/** Makes a clock that stands at `nowMs`. */
export function createManualClock(nowMs: number): ManualClock {
  let wall = nowMs
  let monotonic = 0
  const timers = new Set<{ atMs: number; callback: () => void }>()

  const step = (ms: number) => {
    wall += ms
    monotonic += ms
  }
  return {
    nowMs: () => wall,
    monotonicMs: () => monotonic,
    after: (delayMs, callback) => {
      const timer = { atMs: monotonic + delayMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: (ms) => {
      const end = monotonic + ms
      for (;;) {
        const due = [...timers].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0]
        if (due === undefined) break
        timers.delete(due)
        step(Math.max(0, due.atMs - monotonic))
        due.callback()
      }
      step(end - monotonic)
    },
    setWall: (ms) => {
      wall = ms
    },
    get pending() {
      return timers.size
    },
  }
}
