import type { RankSpeed } from '../data/load-board.ts'
import type { BoardNow, Route } from '../data/parse-message.ts'
import type { Moment } from '../view/chart-lines.ts'

/** A rank of the list. */
export interface CutoffRow {
  readonly rank: number
  /** `undefined`: no player holds the rank. */
  readonly place: Route | undefined
  readonly speed: RankSpeed | undefined
  /** The next better rank that a player holds, and its lead. */
  readonly above: RankGap | undefined
  /** The next worse rank that a player holds, and its distance. */
  readonly below: RankGap | undefined
  /** Time of the snapshot in which the points last changed, in Unix ms, as far as it is known. */
  readonly changedMs: number | undefined
}

/** Distance to another rank. */
export interface RankGap {
  readonly rank: number
  readonly points: number
}

/** Returns the rows of a board, ascending by rank. */
export function cutoffRows(
  { reading, watched }: BoardNow,
  speeds: ReadonlyMap<number, RankSpeed>,
  moments: readonly Moment[],
): readonly CutoffRow[] {
  if (reading === undefined) return []
  const held = reading.places.toSorted((one, other) => one.rank - other.rank)
  const ranks = new Set([...held.map(({ rank }) => rank), ...reading.unheld, ...watched.ranks])
  return [...ranks]
    .toSorted((one, other) => one - other)
    .map((rank) => {
      const at = held.findIndex((place) => place.rank === rank)
      const place = held[at]
      return {
        rank,
        place,
        speed: speeds.get(rank),
        above: place && gapBetween(place, held[at - 1]),
        below: place && gapBetween(place, held[at + 1]),
        changedMs: place && lastChangeOf(rank, place.points, moments),
      }
    })
}

function gapBetween({ points }: Route, other: Route | undefined): RankGap | undefined {
  return other && { rank: other.rank, points: Math.abs(other.points - points) }
}

/**
 * Returns the time of the first snapshot that has the present points, if an earlier one had others.
 */
export function lastChangeOf(
  rank: number,
  points: number,
  moments: readonly Moment[],
): number | undefined {
  let sinceMs: number | undefined
  for (let at = moments.length - 1; at >= 0; at -= 1) {
    const moment = moments[at]
    if (moment === undefined || !moment.points.has(rank)) continue
    if (moment.points.get(rank) !== points) return sinceMs
    sinceMs = moment.atMs
  }
  return undefined
}
