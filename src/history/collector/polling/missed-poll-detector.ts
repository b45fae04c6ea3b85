import type { Clock } from '../../../platform/time/clock.ts'

/** Cadences without a poll after which polls count as missed rather than late. */
export const LATE_CADENCES = 2.5

/** The last poll of a board. */
interface LastPoll {
  readonly wallMs: number
  /** `undefined` for a poll of another process. */
  readonly monotonicMs: number | undefined
}

/** Reasons for missed polls. */
export type MissedPollReason = 'not_collected' | 'store_unavailable' | 'clock'

/** Detects missed polls of one board. */
export interface MissedPolls {
  /**
   * Notes a poll that was skipped because the queue of the recorder is full during an outage of the
   * store.
   */
  skip(): void
  /**
   * Returns why polls were missed before this one, or `undefined` if none were. Call it exactly
   * once per poll.
   */
  check(cadenceMs: number): MissedPollReason | undefined
}

/**
 * Creates a detector of missed polls. `lastMs` is the time of the newest snapshot in the store, if
 * any. Polls count, not snapshots: a gateway may repeat a fetch for minutes. If only wall time has
 * advanced, the clock was set or the machine slept. `outageSinceMs` is the last answer of the store
 * (Unix ms) before an outage that just ended; the outage is the reason if the missed polls started
 * with it.
 */
export function detectMissedPolls(
  clock: Clock,
  lastMs: number | undefined,
  outageSinceMs?: number,
): MissedPolls {
  let last: LastPoll | undefined =
    lastMs === undefined ? undefined : { wallMs: lastMs, monotonicMs: undefined }
  let lastCadenceMs = 0
  let isSkipped = false
  return {
    skip: () => {
      isSkipped = true
    },
    check: (cadenceMs) => {
      const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
      const before = last
      const missed = isSkipped ? 'store_unavailable' : 'not_collected'
      last = now
      isSkipped = false
      // A cadence that was just shortened has missed nothing yet.
      const lateMs = Math.max(cadenceMs, lastCadenceMs) * LATE_CADENCES
      lastCadenceMs = cadenceMs
      if (before === undefined) return undefined
      const wallMs = now.wallMs - before.wallMs
      if (before.monotonicMs === undefined) {
        if (wallMs <= lateMs) return undefined
        const isOutage = outageSinceMs !== undefined && outageSinceMs - before.wallMs <= lateMs
        return isOutage ? 'store_unavailable' : missed
      }
      const passedMs = now.monotonicMs - before.monotonicMs
      if (passedMs > lateMs) return missed
      return wallMs - passedMs > lateMs ? 'clock' : undefined
    },
  }
}
