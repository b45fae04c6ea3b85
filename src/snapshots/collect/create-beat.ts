import type { Clock } from '../../domain/clock.ts'

/** A timer may ring a little early. A beat that is nearer than this share of a cadence is the one that has just been. */
const EARLY_SHARE = 1 / 8

/**
 * A beat of one reading each `cadenceMs`, which does not drift however long readings take, since it goes by monotonic time; no
 * set clock moves it, and beats that have passed are not made up for. `share` (0 to below 1) is where in a cadence it
 * falls, so that watches of one cadence are spread over it; the same share falls at the same time in every process whose
 * clock is right. Returns what tells the milliseconds until the next one.
 */
export function createBeat(clock: Clock, cadenceMs: number, share: number): () => number {
  const sinceBeatMs = (clock.nowMs() - share * cadenceMs) % cadenceMs
  const beatMs = clock.monotonicMs() - sinceBeatMs
  return () => {
    const nowMs = clock.monotonicMs()
    const passed = Math.floor((nowMs - beatMs) / cadenceMs + EARLY_SHARE)
    return beatMs + (passed + 1) * cadenceMs - nowMs
  }
}

/** Where in a cadence a text falls, from 0 to below 1: texts that are nearly the same fall far from each other. */
export function shareOf(text: string): number {
  // FNV-1a, mixed once more, for its upper bits hardly change with the last character.
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
