import type { Board } from './board.ts'
import { DAY_MS, SECOND_MS } from '../platform/time/time-units.ts'

/**
 * The origin of a watch: an operator by the command line, a file of watches, or an announced event.
 */
export const WATCH_ORIGINS = ['operator', 'file', 'announced'] as const

/** One of {@link WATCH_ORIGINS}. */
export type WatchOrigin = (typeof WATCH_ORIGINS)[number]

/** A board that is polled. A board has at most one watch. */
export interface Watch {
  readonly board: Board
  /** The polled ranks, ascending, 1 to 100 of them; `undefined` on the boards of songs. */
  readonly ranks: readonly number[] | undefined
  /** Milliseconds between two polls. */
  readonly cadenceMs: number
  /** Unix milliseconds of the first and the last poll; `undefined` without a bound. */
  readonly fromMs: number | undefined
  readonly untilMs: number | undefined
  readonly paused: boolean
  readonly origin: WatchOrigin
}

/** Limits of a watch. */
export const WATCH_BOUNDS = {
  ranksMax: 100,
  rankMax: 2 ** 31 - 1,
  cadenceMinMs: SECOND_MS,
  cadenceMaxMs: DAY_MS,
} as const

/** Returns a description of the error in a watch, or `undefined` if it is valid. */
export function watchProblem({
  board,
  ranks,
  cadenceMs,
  fromMs,
  untilMs,
}: Watch): string | undefined {
  const { ranksMax, rankMax, cadenceMinMs, cadenceMaxMs } = WATCH_BOUNDS
  if (!/^[1-9][0-9]{0,18}$/.test(board.id) || BigInt(board.id) >= 2n ** 63n) {
    return 'the id of a board must be a positive integer'
  }
  if (board.kind === 'event') {
    if (ranks === undefined || ranks.length === 0 || ranks.length > ranksMax) {
      return `a watch of an event must have 1 to ${ranksMax} ranks`
    }
    const isRising = ranks.every((rank, at) => rank > (ranks[at - 1] ?? 0))
    if (!isRising || !ranks.every((rank) => Number.isInteger(rank) && rank <= rankMax)) {
      return `ranks must be ascending integers from 1 to ${rankMax}`
    }
  } else if (ranks !== undefined) {
    return 'boards of songs are read whole, so their watches must not have ranks'
  }
  if (!(cadenceMs >= cadenceMinMs && cadenceMs <= cadenceMaxMs)) {
    return 'the cadence must be from 1s to 1d'
  }
  if (fromMs !== undefined && untilMs !== undefined && fromMs >= untilMs) {
    return 'a watch must begin before it ends'
  }
  return undefined
}

/** The default ranks of an event: the first ones, and round ones down to where most players are. */
export const USUAL_RANKS = '1,2,3,10,50,100,500,1000,5000,10000'

/**
 * Parses ranks separated by commas into ascending order without duplicates; returns `undefined` if
 * one is invalid.
 */
export function parseRanks(text: string): readonly number[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => /^[0-9]{1,10}$/.test(part))) return undefined
  return rankList(parts.map(Number))
}

/** Sorts ranks ascending and removes duplicates. */
export function rankList(ranks: readonly number[]): readonly number[] {
  return [...new Set(ranks)].toSorted((one, other) => one - other)
}
