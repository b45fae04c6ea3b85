import { REGION_ZONES } from '../../game/region-zones.ts'
import type { Region } from '../../game/region.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { zoneOffset } from './draw/time-ticks.ts'

/** A part of the time, in Unix ms. */
interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

/** What repeats daily, in Unix ms, ascending. */
export interface DayMarks {
  readonly nights: readonly Span[]
  readonly resets: readonly number[]
}

/** Local hours of the night, and of the daily reset: when few players play. */
const NIGHT = { from: 0, until: 6 } as const
const RESET_HOUR = 4

/** Days of which the nights are marked; over more they would only be a pattern. */
const DAYS_MAX = 40

const NOTHING: DayMarks = { nights: [], resets: [] }

/** Returns the nights and daily resets of a region between two times (Unix ms). */
export function dayMarks(region: Region, { fromMs, untilMs }: Span): DayMarks {
  const spanMs = untilMs - fromMs
  // Lines without points have no range.
  if (!(spanMs >= 0 && spanMs <= DAYS_MAX * DAY_MS)) return NOTHING
  const offsetAt = zoneOffset(REGION_ZONES[region])
  const nights: Span[] = []
  const resets: number[] = []
  const first = Math.floor((fromMs + offsetAt(fromMs)) / DAY_MS)
  const last = Math.floor((untilMs + offsetAt(untilMs)) / DAY_MS)
  for (let day = first; day <= last; day += 1) {
    // Zones change their offset at night, by an hour: the marks are then off by as much.
    const midnightMs = day * DAY_MS - offsetAt(day * DAY_MS)
    nights.push({
      fromMs: midnightMs + NIGHT.from * HOUR_MS,
      untilMs: midnightMs + NIGHT.until * HOUR_MS,
    })
    resets.push(midnightMs + RESET_HOUR * HOUR_MS)
  }
  return {
    nights: nights.filter((night) => night.untilMs > fromMs && night.fromMs < untilMs),
    resets: resets.filter((atMs) => atMs >= fromMs && atMs <= untilMs),
  }
}
