import type { BoardNow } from '../data/read-message.ts'
import { RANKS_MAX } from './view.ts'

/** Those that most readers look for, the most looked for first. */
const USUAL = [100, 1_000, 10, 1, 5_000, 10_000]

/** The ranks that can be chosen, ascending, at most 24: those that are watched, else those that the board has. */
export function ranksOnOffer({ reading, watched }: BoardNow): readonly number[] {
  const held = reading?.places.map(({ rank }) => rank) ?? []
  const known = watched.ranks.length > 0 ? watched.ranks : [...held, ...(reading?.unheld ?? [])]
  const sorted = [...new Set(known)].toSorted((one, other) => one - other)
  if (sorted.length <= 24) return sorted
  // Of a long board, the first ten and then the round ones.
  const round = sorted.filter((rank) => rank <= 10 || isRound(rank))
  return round.slice(0, 24)
}

/** The ranks that are shown where nobody has chosen: up to five of the usual ones; others where there are few of them. */
export function usualRanks(offered: readonly number[]): readonly number[] {
  const usual = USUAL.filter((rank) => offered.includes(rank))
  const others = offered.filter((rank) => !usual.includes(rank))
  const shown = usual.length < 3 ? [...usual, ...others].slice(0, 3) : usual.slice(0, 5)
  return shown.toSorted((one, other) => one - other)
}

/** The ranks with one more, or one less; at most {@link RANKS_MAX}. */
export function toggleRank(shown: readonly number[], rank: number): readonly number[] {
  if (shown.includes(rank)) return shown.filter((one) => one !== rank)
  if (shown.length >= RANKS_MAX) return shown
  return [...shown, rank].toSorted((one, other) => one - other)
}

/** The rank whose points stand large: 100 where somebody holds it, else the held one that is nearest to it by its digits. */
export function mainRank({ reading }: BoardNow): number | undefined {
  const held = reading?.places.map(({ rank }) => rank) ?? []
  const distance = (rank: number) => Math.abs(Math.log(rank / 100))
  return held.toSorted((one, other) => distance(one) - distance(other))[0]
}

function isRound(rank: number): boolean {
  const digits = String(rank)
  return /^[125]0+$/.test(digits)
}

/** The ranks in the curve: those that were chosen, or the usual ones. */
export function pickShown(board: BoardNow, chosen: readonly number[]): readonly number[] {
  if (chosen.length > 0) return chosen
  const offered = ranksOnOffer(board)
  const held = offered.filter((rank) => board.reading?.places.some((place) => place.rank === rank))
  return usualRanks(held.length > 0 ? held : offered)
}
