import type { BoardNow } from '../data/parse-message.ts'
import { RANKS_MAX, type View } from './view.ts'

/** Default ranks by priority. */
const USUAL = [100, 1_000, 10, 1, 500, 5_000, 50, 10_000]

/**
 * Returns the selectable ranks, ascending, at most 24: the watched ones, else those of the board.
 */
export function ranksOnOffer({ reading, watched }: BoardNow): readonly number[] {
  const held = reading?.places.map(({ rank }) => rank) ?? []
  const known = watched.ranks.length > 0 ? watched.ranks : [...held, ...(reading?.unheld ?? [])]
  const sorted = [...new Set(known)].toSorted((one, other) => one - other)
  if (sorted.length <= 24) return sorted
  // For a long board, keep the first ten ranks and the round ones.
  const round = sorted.filter((rank) => rank <= 10 || isRound(rank))
  return round.slice(0, 24)
}

/** Returns the ranks shown by default: up to five default ranks, filled up to three with others. */
export function usualRanks(offered: readonly number[]): readonly number[] {
  const usual = USUAL.filter((rank) => offered.includes(rank))
  const others = offered.filter((rank) => !usual.includes(rank))
  const shown = usual.length < 3 ? [...usual, ...others].slice(0, 3) : usual.slice(0, 5)
  return shown.toSorted((one, other) => one - other)
}

/** Returns the ranks with `rank` added or removed; at most {@link RANKS_MAX}. */
export function toggleRank(shown: readonly number[], rank: number): readonly number[] {
  if (shown.includes(rank)) return shown.filter((one) => one !== rank)
  if (shown.length >= RANKS_MAX) return shown
  return [...shown, rank].toSorted((one, other) => one - other)
}

/**
 * Returns the rank shown in large type: 100 if a player holds it, else the held rank nearest to it
 * on a logarithmic scale.
 */
export function mainRank({ reading }: BoardNow): number | undefined {
  const held = reading?.places.map(({ rank }) => rank) ?? []
  const distance = (rank: number) => Math.abs(Math.log(rank / 100))
  return held.toSorted((one, other) => distance(one) - distance(other))[0]
}

function isRound(rank: number): boolean {
  const digits = String(rank)
  return /^[125]0+$/.test(digits)
}

/** Returns whether a board has a rank, as far as it says which it has. */
export function hasRank({ reading, watched }: BoardNow, rank: number): boolean {
  const held = reading?.places.map((place) => place.rank) ?? []
  const known = [...watched.ranks, ...held, ...(reading?.unheld ?? [])]
  return known.length === 0 || known.includes(rank)
}

/** Returns a view in which a rank that its board lacks is not alone in the chart. */
export function withKnownRank(view: View, board: BoardNow | undefined): View {
  const { rank, ...rest } = view
  return rank === undefined || board === undefined || hasRank(board, rank) ? view : rest
}

/**
 * Returns the ranks in the chart: those of the link if the board has any of them, else the followed
 * ones that the board has, else the default ones.
 */
export function pickShown(
  board: BoardNow,
  linked: readonly number[],
  followed: readonly number[],
): readonly number[] {
  if (linked.some((rank) => hasRank(board, rank))) return linked
  const offered = ranksOnOffer(board)
  const known = followed.filter((rank) => offered.includes(rank))
  if (known.length > 0) return known
  const held = offered.filter((rank) => board.reading?.places.some((place) => place.rank === rank))
  return usualRanks(held.length > 0 ? held : offered)
}
