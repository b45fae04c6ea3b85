import { rankColor } from '../../../src/history/charts/rank-color.ts'
import type { ChartGap, ChartLine, ChartPoint } from '../chart/chart-props.ts'
import type { GapSpan, Reading, TimelineEntry } from '../data/parse-message.ts'

/** Points at one time, from a snapshot or the stream. */
export interface Moment {
  readonly atMs: number
  readonly points: ReadonlyMap<number, number | undefined>
}

/** Returns the points of a snapshot. */
export function momentOf({ fetchedAtMs, places, unheld }: Reading): Moment {
  const points = new Map<number, number | undefined>(
    places.map(({ rank, points: value }) => [rank, value]),
  )
  for (const rank of unheld) points.set(rank, undefined)
  return { atMs: fetchedAtMs, points }
}

/** Appends the moments that are newer than the known ones. */
export function appendMoments(
  known: readonly Moment[],
  added: readonly Moment[],
): readonly Moment[] {
  let lastMs = known.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY
  const newer = added
    .toSorted((one, other) => one.atMs - other.atMs)
    .filter(({ atMs }) => {
      const isNewer = atMs > lastMs
      if (isNewer) lastMs = atMs
      return isNewer
    })
  return newer.length === 0 ? known : [...known, ...newer]
}

/** Returns the moments of a timeline, in order. */
export function momentsOf(entries: readonly TimelineEntry[]): readonly Moment[] {
  return entries.flatMap((entry) => ('gap' in entry ? [] : [entry]))
}

/** Returns the points of one rank, without moments that lack it. */
export function pointsOf(moments: readonly Moment[], rank: number): readonly ChartPoint[] {
  return moments.flatMap(({ atMs, points }) =>
    points.has(rank) ? [{ atMs, points: points.get(rank) }] : [],
  )
}

/** Returns one line per rank, in their order. */
export function linesOf(
  moments: readonly Moment[],
  ranks: readonly number[],
  labelOf: (rank: number) => string,
): readonly ChartLine[] {
  return ranks.map((rank) => ({
    key: String(rank),
    label: labelOf(rank),
    rank,
    color: rankColor(rank),
    points: pointsOf(moments, rank),
  }))
}

/** Returns the gaps of a timeline, each once, with their reasons as text. */
export function gapsOf(
  entries: readonly TimelineEntry[],
  now: GapSpan | undefined,
  labels: Readonly<Record<GapSpan['reason'], string>>,
): readonly ChartGap[] {
  const found = new Map<number, GapSpan>()
  for (const entry of entries) if ('gap' in entry) found.set(entry.gap.fromMs, entry.gap)
  if (now !== undefined) found.set(now.fromMs, now)
  return [...found.values()].map(({ fromMs, untilMs, reason }) => ({
    fromMs,
    untilMs,
    reason: labels[reason],
  }))
}
