/** A day in milliseconds. */
export const DAY_MS = 86_400_000

/** A span of Unix time in milliseconds; the end is not part of it. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/** The middle of the demo's time: players were last seen and announcements last changed around here. */
export const DEMO_PRESENT_MS = Date.UTC(2025, 6, 1)

/**
 * The periods of the three events of a region, on a fixed UTC calendar: one is over, one runs until the end of the
 * century, so that something is always running, and one begins only then. Regions differ by days.
 */
export function demoEventPeriods(daysLater: number): {
  readonly ended: Period
  readonly running: Period
  readonly coming: Period
} {
  const later = daysLater * DAY_MS
  return {
    ended: { startMs: Date.UTC(2024, 10, 1) + later, endMs: Date.UTC(2024, 10, 11) + later },
    running: { startMs: Date.UTC(2025, 0, 1) + later, endMs: Date.UTC(2100, 0, 1) + later },
    coming: { startMs: Date.UTC(2100, 0, 1) + later, endMs: Date.UTC(2100, 0, 11) + later },
  }
}
