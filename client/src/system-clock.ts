import type { Clock } from './clock.ts'

/** Timers of every runtime take no longer delay: 24 days, which is as good as never. */
const DELAY_MS_MAX = 2 ** 31 - 1

/** The machine's monotonic clock. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after: (delayMs, callback) => {
    if (delayMs > DELAY_MS_MAX) return () => {}
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
