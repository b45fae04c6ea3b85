import type { CurveGap, CurveLine, CurvePoint } from '../curve/curve-props.ts'
import type { GapSpan, Reading, TimelineEntry } from '../data/read-message.ts'

/** A time that was read, from whatever said so. */
export interface Moment {
  readonly atMs: number
  readonly points: ReadonlyMap<number, number | undefined>
}

/** Makes a moment of a board that was read. */
export function momentOf({ fetchedAtMs, places, unheld }: Reading): Moment {
  const points = new Map<number, number | undefined>(
    places.map(({ rank, points: value }) => [rank, value]),
  )
  for (const rank of unheld) points.set(rank, undefined)
  return { atMs: fetchedAtMs, points }
}

/** Puts new moments behind those that are known; what is not newer is known already. */
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

/** The moments of a history, in order. */
export function momentsOf(entries: readonly TimelineEntry[]): readonly Moment[] {
  return entries.flatMap((entry) => ('gap' in entry ? [] : [entry]))
}

/** The points of one rank; a moment that says nothing of it has none. */
export function pointsOf(moments: readonly Moment[], rank: number): readonly CurvePoint[] {
  return moments.flatMap(({ atMs, points }) =>
    points.has(rank) ? [{ atMs, points: points.get(rank) }] : [],
  )
}

/** One line for each rank, in the order of the ranks. */
export function linesOf(
  moments: readonly Moment[],
  ranks: readonly number[],
  labelOf: (rank: number) => string,
): readonly CurveLine[] {
  return ranks.map((rank, at) => ({
    key: String(rank),
    label: labelOf(rank),
    rank,
    colour: at % 8,
    points: pointsOf(moments, rank),
  }))
}

/** The gaps of a history, each once, with their reasons in words. */
export function gapsOf(
  entries: readonly TimelineEntry[],
  now: GapSpan | undefined,
  words: Readonly<Record<GapSpan['reason'], string>>,
): readonly CurveGap[] {
  const found = new Map<number, GapSpan>()
  for (const entry of entries) if ('gap' in entry) found.set(entry.gap.fromMs, entry.gap)
  if (now !== undefined) found.set(now.fromMs, now)
  return [...found.values()].map(({ fromMs, untilMs, reason }) => ({
    fromMs,
    untilMs,
    reason: words[reason],
  }))
}
