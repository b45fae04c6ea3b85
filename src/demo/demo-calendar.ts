import { REGIONS, type Region } from '../game/region.ts'
import { eventPhase } from '../dataset/events/event-period.ts'
import { DEMO_IDS } from './demo-ids.ts'
import { DAY_MS, HOUR_MS } from '../platform/time/time-units.ts'

/** A period of Unix time in milliseconds; the end is exclusive. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/** The present of the demo: logins and changes of announcements happened around this time. */
export const DEMO_PRESENT_MS = Date.UTC(2025, 6, 1)

/** The duration of each event. The next one starts when it ends, so that one is always running. */
export const DEMO_EVENT_MS = 7 * DAY_MS

/** The time from one start of an event to its next: three events rotate. */
export const DEMO_REPEAT_MS = 3 * DEMO_EVENT_MS

/**
 * The start of the first event of each region: on a different weekday each, at 15:00 local time,
 * before the year 2000.
 */
const FIRST_START_MS: Readonly<Record<Region, number>> = {
  tw: Date.UTC(1999, 10, 1) + 7 * HOUR_MS,
  jp: Date.UTC(1999, 10, 3) + 6 * HOUR_MS,
  en: Date.UTC(1999, 10, 4) + 20 * HOUR_MS,
  kr: Date.UTC(1999, 10, 6) + 6 * HOUR_MS,
}

/**
 * Returns the first period of the event at `turn` (0 to 2) of a region; it repeats after {@link
 * DEMO_REPEAT_MS}.
 */
export function demoEventPeriod(region: Region, turn: number): Period {
  const startMs = FIRST_START_MS[region] + turn * DEMO_EVENT_MS
  return { startMs, endMs: startMs + DEMO_EVENT_MS }
}

/** The events of a region at one time. */
export interface DemoTimetable {
  /** The ids of the running event, whose board grows, of the ended one and of the upcoming one. */
  readonly running: string
  readonly ended: string
  readonly upcoming: string
  /** When the running event ends and the upcoming one starts: game time in Unix milliseconds. */
  readonly changesAtMs: number
}

/** Returns the events of a region at a game time, from the year 2000 on. */
export function demoTimetable(region: Region, gameNowMs: number): DemoTimetable {
  const events = DEMO_IDS[region].events.rotating.map((id, turn) => {
    const { startMs: startsAtMs, endMs: endsAtMs } = demoEventPeriod(region, turn)
    return { id, ...eventPhase({ startsAtMs, endsAtMs, repeatsMs: DEMO_REPEAT_MS }, gameNowMs) }
  })
  const idOf = (phase: string) => events.find((event) => event.phase === phase)?.id ?? ''
  const passedMs = (gameNowMs - FIRST_START_MS[region]) % DEMO_EVENT_MS
  return {
    running: idOf('running'),
    ended: idOf('ended'),
    upcoming: idOf('coming'),
    changesAtMs: gameNowMs - passedMs + DEMO_EVENT_MS,
  }
}

/** Returns the events of all regions at a game time. */
export function demoTimetables(gameNowMs: number): Readonly<Record<Region, DemoTimetable>> {
  return Object.fromEntries(
    REGIONS.map((region) => [region, demoTimetable(region, gameNowMs)]),
  ) as Readonly<Record<Region, DemoTimetable>>
}
