import { REGION_ZONES } from '../../game/region-zones.ts'
import type { Region } from '../../game/region.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import { zoneOffset } from './draw/time-ticks.ts'

/** A period in Unix ms. */
interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

/** Daily marks of a chart, in Unix ms, ascending. */
export interface DayMarks {
  readonly nights: readonly Span[]
  readonly resets: readonly number[]
}

/** Local hours of the night, when few players play, and of the game's daily reset. */
const NIGHT = { from: 0, until: 6 } as const
const RESET_HOUR = 4

/** Maximum days with marks; more would fill the chart with stripes. */
const DAYS_MAX = 40

const NO_MARKS: DayMarks = { nights: [], resets: [] }

/** Returns the nights and daily resets of a region between two times (Unix ms). */
export function dayMarks(region: Region, { fromMs, untilMs }: Span): DayMarks {
  const spanMs = untilMs - fromMs
  // Without points the range is NaN.
  if (!(spanMs >= 0 && spanMs <= DAYS_MAX * DAY_MS)) return NO_MARKS
  const offsetAt = zoneOffset(REGION_ZONES[region])
  const nights: Span[] = []
  const resets: number[] = []
  const first = Math.floor((fromMs + offsetAt(fromMs)) / DAY_MS)
  const last = Math.floor((untilMs + offsetAt(untilMs)) / DAY_MS)
  for (let day = first; day <= last; day += 1) {
    // On a day when the offset changes, the marks are off by up to that change, mostly an hour.
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
