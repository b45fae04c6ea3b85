import type { Clock } from '../../domain/clock.ts'

/** So many cadences without a reading are no longer one that was a little late. */
const LATE_CADENCES = 2.5

/** When a board was read the last time. */
interface LastReading {
  readonly wallMs: number
  /** `undefined` of one that another process made. */
  readonly monotonicMs: number | undefined
}

/** Tells how long a board was not read. */
export interface Silence {
  /** Why there was no reading for long before this one, if there was none. Call it once for each reading. */
  ended(cadenceMs: number): 'not_collected' | 'clock' | undefined
}

/**
 * Watches for times in which nobody read a board. `lastMs` is the time of the newest snapshot that the store has (`undefined` without
 * one). It is the readings that count and not what they bring: a gateway may give the same fetch for minutes. Where only
 * wall time has gone on, a clock was set or the machine has slept.
 */
export function watchSilence(clock: Clock, lastMs: number | undefined): Silence {
  let last: LastReading | undefined =
    lastMs === undefined ? undefined : { wallMs: lastMs, monotonicMs: undefined }
  let lastCadenceMs = 0
  return {
    ended: (cadenceMs) => {
      const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
      const before = last
      last = now
      // Who reads more often from now on has missed nothing until now.
      const lateMs = Math.max(cadenceMs, lastCadenceMs) * LATE_CADENCES
      lastCadenceMs = cadenceMs
      if (before === undefined) return undefined
      const wallMs = now.wallMs - before.wallMs
      if (before.monotonicMs === undefined) return wallMs > lateMs ? 'not_collected' : undefined
      const passedMs = now.monotonicMs - before.monotonicMs
      if (passedMs > lateMs) return 'not_collected'
      return wallMs - passedMs > lateMs ? 'clock' : undefined
    },
  }
}
