import type { TimelineEntry } from '../data/parse-message.ts'

/** How a rank of one run stands against another run, at the same time since their starts. */
export interface RunDifference {
  /** Points of the other run at that time. */
  readonly theirs: number
  /** Own points less the others. */
  readonly points: number
  /** The same as a part of the other points; `undefined` if those are 0. */
  readonly part: number | undefined
  /**
   * How much later the other run had the own points, in ms: positive is ahead, negative is behind.
   * `undefined` if the other run never had them, or they are unknown in a gap.
   */
  readonly aheadMs: number | undefined
}

interface KnownPoint {
  readonly atMs: number
  readonly points: number
}

/** A part of a timeline in which points are known all the time. */
type Segment = readonly KnownPoint[]

/**
 * Compares a rank with another run at a time since the start. Points between two snapshots are
 * interpolated, but not over a gap. Returns `undefined` if the other run has none at that time.
 */
export function runDifference(
  { atMs, points }: KnownPoint,
  rank: number,
  entries: readonly TimelineEntry[],
): RunDifference | undefined {
  const segments = segmentsOf(rank, entries)
  const theirs = pointsAt(segments, atMs)
  if (theirs === undefined) return undefined
  const reachedMs = timeOf(segments, points)
  return {
    theirs,
    points: points - theirs,
    part: theirs === 0 ? undefined : (points - theirs) / theirs,
    aheadMs: reachedMs === undefined ? undefined : reachedMs - atMs,
  }
}

/** Returns the newest time at which a rank has points in a timeline; `undefined` if it has none. */
export function lastPoint(rank: number, entries: readonly TimelineEntry[]): KnownPoint | undefined {
  return segmentsOf(rank, entries).at(-1)?.at(-1)
}

function segmentsOf(rank: number, entries: readonly TimelineEntry[]): readonly Segment[] {
  const segments: KnownPoint[][] = []
  let isOpen = false
  for (const entry of entries) {
    if ('gap' in entry) {
      isOpen = false
      continue
    }
    if (!entry.points.has(rank)) continue
    const points = entry.points.get(rank)
    if (points === undefined) {
      isOpen = false
      continue
    }
    if (!isOpen) segments.push([])
    segments.at(-1)?.push({ atMs: entry.atMs, points })
    isOpen = true
  }
  return segments
}

function pointsAt(segments: readonly Segment[], atMs: number): number | undefined {
  for (const segment of segments) {
    const next = segment.findIndex((point) => point.atMs >= atMs)
    const [from, to] = [segment[next - 1], segment[next]]
    if (to === undefined) continue
    if (to.atMs === atMs) return to.points
    if (from === undefined) continue
    const part = (atMs - from.atMs) / (to.atMs - from.atMs)
    return from.points + part * (to.points - from.points)
  }
  return undefined
}

/** Returns when points were first reached. Points reached within a gap have no time. */
function timeOf(segments: readonly Segment[], points: number): number | undefined {
  for (const segment of segments) {
    const next = segment.findIndex((point) => point.points >= points)
    const [from, to] = [segment[next - 1], segment[next]]
    if (to === undefined) continue
    if (to.points === points) return to.atMs
    if (from === undefined) return undefined
    const part = (points - from.points) / (to.points - from.points)
    return from.atMs + part * (to.atMs - from.atMs)
  }
  return undefined
}
