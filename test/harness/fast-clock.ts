import type { Clock } from '../../src/platform/time/clock.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'

/**
 * Creates a clock that runs `times` as fast as the machine's, including timers, from `startWallMs`
 * (Unix milliseconds) on. Processes with the same start have the same time.
 */
export function createFastClock(times: number, startWallMs = systemClock.nowMs()): Clock {
  const passedMs = () => systemClock.monotonicMs() * times
  const offsetMs =
    startWallMs + (systemClock.nowMs() - startWallMs) * times - systemClock.monotonicMs() * times
  return {
    nowMs: () => Math.floor(offsetMs + passedMs()),
    monotonicMs: passedMs,
    after: (delayMs, callback) => systemClock.after(delayMs / times, callback),
  }
}
