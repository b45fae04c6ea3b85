import { REGIONS, type Region } from '../../game/region.ts'
import type { BoardGap } from '../../history/board-gap.ts'
import type { GapReason } from '../../history/history-store.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/time/time-units.ts'

/** Period without data of at least one board of a region. Times in Unix ms. */
export interface GapNote {
  readonly region: Region
  readonly fromMs: number
  /** `undefined` while it lasts. */
  readonly untilMs: number | undefined
  /** Why the first gap of the period began. */
  readonly reason: GapReason
}

/** Milliseconds from which a gap is noted. */
const LONG_MS = 30 * MINUTE_MS

/** Milliseconds of which gaps are noted, as for past incidents. */
const PERIOD_MS = 14 * DAY_MS

/** Maximum notes. */
const NOTES_MAX = 20

/**
 * Returns a note for each long gap of the last 14 days, newest first; at most 20. Gaps of several
 * boards of a region that overlap are one note.
 */
export function describeGapNotes(gaps: readonly BoardGap[], nowMs: number): readonly GapNote[] {
  const notes = REGIONS.flatMap((region) => notesOf(region, gaps, nowMs))
  return notes
    .filter(({ fromMs, untilMs = nowMs }) => {
      return untilMs - fromMs >= LONG_MS && untilMs > nowMs - PERIOD_MS
    })
    .toSorted((one, other) => other.fromMs - one.fromMs)
    .slice(0, NOTES_MAX)
}

function notesOf(region: Region, gaps: readonly BoardGap[], nowMs: number): readonly GapNote[] {
  const own = gaps
    .filter(({ board }) => board.region === region)
    .map(({ gap }) => gap)
    .toSorted((one, other) => one.fromMs - other.fromMs)
  const notes: GapNote[] = []
  for (const { fromMs, untilMs, reason } of own) {
    const last = notes.at(-1)
    if (last === undefined || fromMs > (last.untilMs ?? nowMs)) {
      notes.push({ region, fromMs, untilMs, reason })
    } else if (last.untilMs !== undefined && (untilMs === undefined || untilMs > last.untilMs)) {
      notes[notes.length - 1] = { ...last, untilMs }
    }
  }
  return notes
}
