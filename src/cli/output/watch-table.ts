import type { WatchState } from '../../history/history-store.ts'
import { countText, timeText } from './print.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/time/time-units.ts'

/** Column headings of the table of watches. */
export const WATCH_HEADING = [
  'REGION',
  'KIND',
  'ID',
  'CADENCE',
  'RANKS',
  'FROM',
  'UNTIL',
  'ORIGIN',
  'STATE',
  'SNAPSHOTS',
  'LAST',
]

/** Returns a watch as a table row. */
export function rowOf({ watch, gap, snapshots, lastSnapshotMs }: WatchState): readonly string[] {
  const { board, ranks, cadenceMs, fromMs, untilMs, origin, paused } = watch
  const state = gap === undefined ? 'ok' : `gap: ${gap.reason} since ${timeText(gap.fromMs)}`
  return [
    board.region,
    board.kind,
    board.id,
    durationText(cadenceMs),
    ranks === undefined ? 'all' : ranks.join(','),
    timeText(fromMs, '-'),
    timeText(untilMs, '-'),
    origin,
    paused ? 'paused' : snapshots === 0 && gap === undefined ? 'waiting' : state,
    countText(snapshots),
    lastSnapshotMs === undefined ? 'never' : secondText(lastSnapshotMs),
  ]
}

/** Returns a watch as JSON: times are Unix milliseconds, unknown values are null. */
export function jsonOf({ watch, gap, snapshots, lastSnapshotMs }: WatchState) {
  const { board, ranks, cadenceMs, fromMs, untilMs, origin, paused } = watch
  return {
    ...board,
    ranks: ranks ?? null,
    cadenceMs,
    fromMs: fromMs ?? null,
    untilMs: untilMs ?? null,
    origin,
    paused,
    snapshots,
    lastSnapshotMs: lastSnapshotMs ?? null,
    gap: gap ?? null,
  }
}

/** Returns a time in UTC, to the second, because a watch may poll every second. */
function secondText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Returns a duration in the largest unit that represents it as an integer. */
function durationText(ms: number): string {
  for (const [unit, unitMs] of [
    ['d', DAY_MS],
    ['h', HOUR_MS],
    ['m', MINUTE_MS],
    ['s', SECOND_MS],
  ] as const) {
    if (ms % unitMs === 0) return `${ms / unitMs}${unit}`
  }
  return `${ms} ms`
}
