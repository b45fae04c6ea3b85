import type { Board } from './board.ts'
import { DAY_MS, SECOND_MS } from './time-units.ts'

/** Who wants a board to be watched: an operator by the command line, a file of watches, or an event that was announced. */
export const WATCH_ORIGINS = ['operator', 'file', 'announced'] as const

/** One of {@link WATCH_ORIGINS}. */
export type WatchOrigin = (typeof WATCH_ORIGINS)[number]

/** A board that is read again and again. There is at most one watch of a board. */
export interface Watch {
  readonly board: Board
  /** The ranks that are asked for, ascending, 1 to 100 of them; `undefined` on the boards of songs. */
  readonly ranks: readonly number[] | undefined
  /** Milliseconds from one reading to the next. */
  readonly cadenceMs: number
  /** Unix milliseconds from which on, and up to which, it is read; `undefined` without such a bound. */
  readonly fromMs: number | undefined
  readonly untilMs: number | undefined
  readonly paused: boolean
  readonly origin: WatchOrigin
}

/** What a watch may say. */
export const WATCH_BOUNDS = {
  ranksMax: 100,
  rankMax: 2 ** 31 - 1,
  cadenceMinMs: SECOND_MS,
  cadenceMaxMs: DAY_MS,
} as const

/** Says in words what is wrong with a watch; `undefined` when nothing is. */
export function watchProblem({
  board,
  ranks,
  cadenceMs,
  fromMs,
  untilMs,
}: Watch): string | undefined {
  const { ranksMax, rankMax, cadenceMinMs, cadenceMaxMs } = WATCH_BOUNDS
  if (!/^[1-9][0-9]{0,18}$/.test(board.id) || BigInt(board.id) >= 2n ** 63n) {
    return 'the id of a board is a whole number from 1 on'
  }
  if (board.kind === 'event') {
    if (ranks === undefined || ranks.length === 0 || ranks.length > ranksMax) {
      return `a watch of an event asks for 1 to ${ranksMax} ranks`
    }
    const isRising = ranks.every((rank, at) => rank > (ranks[at - 1] ?? 0))
    if (!isRising || !ranks.every((rank) => Number.isInteger(rank) && rank <= rankMax)) {
      return `ranks are whole numbers from 1 to ${rankMax}, rising`
    }
  } else if (ranks !== undefined) {
    return 'the boards of songs come whole, so their watches have no ranks'
  }
  if (!(cadenceMs >= cadenceMinMs && cadenceMs <= cadenceMaxMs)) {
    return 'the cadence is from 1s to 1d'
  }
  if (fromMs !== undefined && untilMs !== undefined && fromMs >= untilMs) {
    return 'a watch begins before it ends'
  }
  return undefined
}

/** The ranks of an event unless told: the first ones, and round ones down to where most players are. */
export const USUAL_RANKS = '1,2,3,10,50,100,500,1000,5000,10000'

/** Reads ranks that somebody listed between commas, into the order of a watch and each once; `undefined` where one is none. */
export function parseRanks(text: string): readonly number[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => /^[0-9]{1,10}$/.test(part))) return undefined
  return rankList(parts.map(Number))
}

/** Puts ranks that somebody listed into the order of a watch, each once. */
export function rankList(ranks: readonly number[]): readonly number[] {
  return [...new Set(ranks)].toSorted((one, other) => one - other)
}
