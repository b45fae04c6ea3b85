import { HOUR_MS } from '../../../src/platform/time/time-units.ts'
import type { PlayerMoment } from './load-player.ts'

/** What the history of a player says in a few numbers. */
export interface PlayerFacts {
  /** The last snapshot with the player. */
  readonly last: SeenMoment | undefined
  /** Whether that is the last snapshot of all. */
  readonly isOnBoard: boolean
  readonly bestRank: number | undefined
  /** The points gained in about the last hour before `last`; `undefined` if that is not known. */
  readonly gain: { readonly points: number; readonly spanMs: number } | undefined
  readonly firstSeenMs: number | undefined
}

/** A snapshot with the player. */
export interface SeenMoment {
  readonly atMs: number
  readonly rank: number
  readonly points: number
}

/** The span of a gain at least and at most, as a part of an hour. */
const GAIN_SPAN = [0.5, 1.5] as const

/** Returns the facts of a history. */
export function playerFacts(moments: readonly PlayerMoment[]): PlayerFacts {
  const seen = moments.filter((moment): moment is SeenMoment => moment.rank !== undefined)
  const last = seen.at(-1)
  return {
    last,
    isOnBoard: last !== undefined && moments.at(-1) === last,
    bestRank: seen.length === 0 ? undefined : Math.min(...seen.map(({ rank }) => rank)),
    gain: last && gainBefore(last, seen),
    firstSeenMs: seen[0]?.atMs,
  }
}

/** Returns the gain since the snapshot that is closest to an hour before the last one. */
function gainBefore(last: SeenMoment, seen: readonly SeenMoment[]): PlayerFacts['gain'] {
  const [least, most] = GAIN_SPAN
  const offOf = ({ atMs }: SeenMoment) => Math.abs(last.atMs - atMs - HOUR_MS)
  const first = seen
    .filter(({ atMs }) => last.atMs - atMs >= least * HOUR_MS && last.atMs - atMs <= most * HOUR_MS)
    .toSorted((one, other) => offOf(one) - offOf(other))[0]
  return first && { points: last.points - first.points, spanMs: last.atMs - first.atMs }
}
