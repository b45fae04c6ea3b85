import type { Clock } from '../domain/clock.ts'
import { pause } from '../domain/pause.ts'

/** Answers held back at one time; with some 3 kB for each, 3 MB. One more goes out at once. */
export const HELD_BACK_MAX = 1_000

/** Resolves when an answer has been held back for so many milliseconds, or at once when too many are. Never rejects. */
export type HoldBack = (delayMs: number) => Promise<void>

/**
 * Makes what holds answers back. A client that asks again as soon as it is refused costs as much as one that is answered; while it
 * waits for its refusal it costs nothing, for it has only so many connections to ask on.
 */
export function createHoldBack(clock: Pick<Clock, 'after'>): HoldBack {
  let held = 0
  return async (delayMs) => {
    if (held >= HELD_BACK_MAX) return
    held += 1
    await pause(clock, delayMs)
    held -= 1
  }
}
