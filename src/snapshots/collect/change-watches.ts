import { boardKey, type Board } from '../../domain/board.ts'
import type { Watch, WatchOrigin } from '../../domain/watch.ts'

/** What has to be done for the store to have the watches that somebody wants. */
export interface WatchChanges {
  readonly put: readonly Watch[]
  readonly remove: readonly Board[]
}

/** Who has the say over a board, the first before the others. */
const SAY: readonly WatchOrigin[] = ['operator', 'file', 'announced']

/**
 * Compares the watches of one origin as they are wanted with all that there are. A board that somebody with more say watches is left
 * alone. What an operator has paused stays paused.
 */
export function changeWatches(
  wanted: readonly Watch[],
  known: readonly Watch[],
  origin: WatchOrigin,
): WatchChanges {
  const knownByBoard = new Map(known.map((watch) => [boardKey(watch.board), watch]))
  const wantedBoards = new Set(wanted.map(({ board }) => boardKey(board)))
  const put = wanted.flatMap((watch) => {
    const old = knownByBoard.get(boardKey(watch.board))
    if (old === undefined) return [watch]
    if (SAY.indexOf(old.origin) < SAY.indexOf(origin)) return []
    const merged = old.origin === origin ? { ...watch, paused: old.paused } : watch
    return isSame(old, merged) ? [] : [merged]
  })
  const remove = known
    .filter((watch) => watch.origin === origin && !wantedBoards.has(boardKey(watch.board)))
    .map(({ board }) => board)
  return { put, remove }
}

/** Whether two watches of one board say the same. */
export function isSame(one: Watch, other: Watch): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ ranks, cadenceMs, fromMs, untilMs, paused, origin }: Watch): string {
  return JSON.stringify([ranks, cadenceMs, fromMs, untilMs, paused, origin])
}
