import type { Clock } from '../../src/domain/clock.ts'
import { systemClock } from '../../src/compose/system-clock.ts'

/** A clock on which everything, waiting included, goes `times` as fast as on the machine's, from now on. */
export function createFastClock(times: number): Clock {
  const [startMs, startWallMs] = [systemClock.monotonicMs(), systemClock.nowMs()]
  const passedMs = () => (systemClock.monotonicMs() - startMs) * times
  return {
    nowMs: () => Math.floor(startWallMs + passedMs()),
    monotonicMs: passedMs,
    after: (delayMs, callback) => systemClock.after(delayMs / times, callback),
  }
}
