import { REGIONS, type Region } from '../../game/region.ts'
import type { BoardGap } from '../../history/board-gap.ts'
import type { WatchState } from '../../history/history-store.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'

/** Days of the bars. */
export const STATUS_DAYS = 90

/** One day of the data collection of a region. */
export interface StatusDay {
  /** Start of the UTC day in Unix milliseconds. */
  readonly atMs: number
  /** Milliseconds without data of at least one board; `undefined` if no board was collected. */
  readonly gapMs: number | undefined
}

interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns the start of the first day of the bars. */
export function firstStatusDay(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) - STATUS_DAYS + 1) * DAY_MS
}

/** Returns the last 90 days (UTC) of each region, oldest first, from stored gaps. */
export function describeDays(
  gaps: readonly BoardGap[],
  watches: readonly Pick<WatchState, 'watch'>[],
  nowMs: number,
): ReadonlyMap<Region, readonly StatusDay[]> {
  return new Map(
    REGIONS.map((region) => {
      const missing = mergePeriods(
        gaps
          .filter(({ board }) => board.region === region)
          .map(({ gap }) => ({ fromMs: gap.fromMs, untilMs: gap.untilMs ?? nowMs })),
      )
      const watched = watches
        .filter(({ watch }) => watch.board.region === region)
        .map(({ watch }) => ({ fromMs: watch.fromMs ?? 0, untilMs: watch.untilMs ?? nowMs }))
      const days = Array.from({ length: STATUS_DAYS }, (_, nth) => {
        const atMs = firstStatusDay(nowMs) + nth * DAY_MS
        const day = { fromMs: atMs, untilMs: Math.min(atMs + DAY_MS, nowMs) }
        const isWatched = watched.some((period) => overlapMs(period, day) > 0)
        const gapMs = missing.reduce((sum, period) => sum + overlapMs(period, day), 0)
        return { atMs, gapMs: isWatched || gapMs > 0 ? gapMs : undefined }
      })
      return [region, days] as const
    }),
  )
}

/** Returns periods without overlaps, ascending. */
function mergePeriods(periods: readonly Period[]): readonly Period[] {
  const merged: { fromMs: number; untilMs: number }[] = []
  for (const { fromMs, untilMs } of periods.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1)
    if (last !== undefined && fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, untilMs)
    else merged.push({ fromMs, untilMs })
  }
  return merged
}

function overlapMs(one: Period, other: Period): number {
  return Math.max(0, Math.min(one.untilMs, other.untilMs) - Math.max(one.fromMs, other.fromMs))
}
