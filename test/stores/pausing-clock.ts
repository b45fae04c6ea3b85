import type { Clock } from '../../src/platform/time/clock.ts'
import { WRITE_PAUSE_MS } from '../../src/history/store/archive/archive-rows.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'

/**
 * Creates a clock that does not wait between two transactions of one call, but runs a callback of
 * the test.
 */
export function createPausingClock(onPause: () => Promise<void> = async () => {}): Clock {
  return {
    ...systemClock,
    after: (ms, call) => {
      if (ms !== WRITE_PAUSE_MS) return systemClock.after(ms, call)
      void onPause().finally(call)
      return () => {}
    },
  }
}
