import type { WatchState } from '../domain/history-store.ts'
import { countText, timeText } from './print.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/time-units.ts'

/** The heading of a table of watches. */
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

/** A watch as a row of such a table. */
export function rowOf({ watch, gap, snapshots, lastSnapshotMs }: WatchState): readonly string[] {
  const { board, ranks, cadenceMs, fromMs, untilMs, origin, paused } = watch
  const state = gap === undefined ? 'well' : `gap: ${gap.reason} since ${timeText(gap.fromMs)}`
  return [
    board.region,
    board.kind,
    board.id,
    durationText(cadenceMs),
    ranks === undefined ? 'all' : ranks.join(','),
    timeText(fromMs, '-'),
    timeText(untilMs, '-'),
    origin,
    paused ? 'paused' : snapshots === 0 && gap === undefined ? 'waits' : state,
    countText(snapshots),
    lastSnapshotMs === undefined ? 'never' : secondText(lastSnapshotMs),
  ]
}

/** A watch for scripts: times are Unix milliseconds, what is not known is null. */
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

/** A time for people: UTC, to the second, for watches may be read each second. */
function secondText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A duration for people, in the largest unit that it is whole in. */
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
