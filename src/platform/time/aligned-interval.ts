import type { Clock } from './clock.ts'

/**
 * Timers may fire slightly early. A time that is closer than this share of the period is the one
 * that has just passed.
 */
const EARLY_SHARE = 1 / 8

/**
 * Creates an interval with the period `cadenceMs`. It uses monotonic time, so it does not drift
 * with the duration of tasks, ignores changes of the wall clock, and skips missed times. `share` (0
 * to below 1) is the phase, which spreads watches of one cadence; processes with a correct clock
 * share it. Returns a function that returns the milliseconds until the next time.
 */
export function createAlignedInterval(
  clock: Clock,
  cadenceMs: number,
  share: number,
): () => number {
  const sinceBeatMs = (clock.nowMs() - share * cadenceMs) % cadenceMs
  const beatMs = clock.monotonicMs() - sinceBeatMs
  return () => {
    const nowMs = clock.monotonicMs()
    const passed = Math.floor((nowMs - beatMs) / cadenceMs + EARLY_SHARE)
    return beatMs + (passed + 1) * cadenceMs - nowMs
  }
}

/** Returns the phase of a text, from 0 to below 1: similar texts have distant phases. */
export function shareOf(text: string): number {
  // FNV-1a with a final mix, because its upper bits hardly depend on the last character.
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
