import type { Clock } from '../domain/clock.ts'

/** What is known of how long calls take. */
export interface Durations {
  /** A call has begun. Returns what is called when it is over, or has been cut off before it was. */
  begin(): (how: 'over' | 'cut off') => void
  /** Milliseconds that a call takes in the average of the newest ones; 0 before any has ended. */
  readonly averageMs: number
  /** Milliseconds within which most calls are over. */
  readonly usualMs: number
  /** Milliseconds until one of the calls on their way may be over. */
  untilFirstEndMs(): number
}

/** How much the newest duration counts in the average. */
const NEWEST_SHARE = 0.2
/** How much longer than the average a call may well take. */
const USUAL = 1.25
/** What a call that was cut off would have taken is not known; it is learnt as so many times what it took. */
const CUT_OFF = 2
/** Milliseconds that a call is taken to last at most. */
const LONGEST_MS = 10_000

/** Learns from calls as they end how long the next ones take. */
export function createDurations(clock: Pick<Clock, 'monotonicMs'>): Durations {
  const begun = new Set<{ readonly atMs: number }>()
  let averageMs = 0
  const learn = (ms: number) => {
    const known = Math.min(ms, LONGEST_MS)
    averageMs = averageMs === 0 ? known : averageMs + (known - averageMs) * NEWEST_SHARE
  }
  return {
    begin: () => {
      const call = { atMs: clock.monotonicMs() }
      begun.add(call)
      return (how) => {
        begun.delete(call)
        const tookMs = clock.monotonicMs() - call.atMs
        if (how === 'over') learn(tookMs)
        else if (tookMs * CUT_OFF > averageMs) learn(tookMs * CUT_OFF)
      }
    },
    get averageMs() {
      return averageMs
    },
    get usualMs() {
      return averageMs * USUAL
    },
    untilFirstEndMs: () => {
      // In the order in which they began. One that lasts longer than it should may go on as long again.
      const [oldest] = begun
      if (oldest === undefined) return 0
      const ageMs = clock.monotonicMs() - oldest.atMs
      return ageMs < averageMs ? averageMs - ageMs : Math.min(ageMs, LONGEST_MS)
    },
  }
}
