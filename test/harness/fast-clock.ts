import type { Clock } from '../../src/platform/time/clock.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'

/** Creates a clock that runs `times` as fast as the machine's, including timers, from now on. */
export function createFastClock(times: number): Clock {
  const [startMs, startWallMs] = [systemClock.monotonicMs(), systemClock.nowMs()]
  const passedMs = () => (systemClock.monotonicMs() - startMs) * times
  return {
    nowMs: () => Math.floor(startWallMs + passedMs()),
    monotonicMs: passedMs,
    after: (delayMs, callback) => systemClock.after(delayMs / times, callback),
  }
}
