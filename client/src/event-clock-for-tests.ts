import type { Clock } from './clock.ts'

/** A clock that goes from one timer to the next, and lets promises settle between them. */
export interface EventClock extends Clock {
  /** Runs everything that falls due until then. */
  runUntil(ms: number): Promise<void>
}

/** Makes a clock that stands at `nowMs`. */
export function createEventClock(nowMs: number): EventClock {
  let now = nowMs
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()
  return {
    nowMs: () => now,
    after: (delayMs, callback) => {
      const timer = { atMs: now + delayMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    runUntil: async (ms) => {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        const [next] = [...timers].sort((one, other) => one.atMs - other.atMs)
        if (next === undefined || next.atMs > ms) break
        timers.delete(next)
        now = Math.max(now, next.atMs)
        next.callback()
      }
      now = ms
    },
  }
}
