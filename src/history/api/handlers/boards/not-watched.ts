import type { Board } from '../../../../game/board.ts'
import { ServiceError, type WatchedBoard } from '../../../../platform/http/errors/service-error.ts'
import { freshnessOf } from '../describe/describe-watch.ts'
import type { BoardView } from './board-view.ts'

/** Maximum watched boards in the `watched` field of an error; `/watches` lists all of them. */
const BOARDS_MAX = 100

/** Maximum watched boards or ranks in the `detail` text. */
const NAMED_MAX = 20

/**
 * Throws `not_watched` for a board that has neither a watch nor a snapshot. `nowMs` is the present
 * time in Unix milliseconds: the error leaves out watches that have ended.
 */
export function requireWatched(view: BoardView, nowMs: number): void {
  if (view.watch !== undefined || view.newest !== undefined) return
  throw notWatched(view, nowMs, `The board of ${boardName(view.board)} is not watched here.`)
}

/** Returns the `not_watched` error for a run that has ended and has no stored snapshot. */
export function runNotWatched(view: BoardView, nowMs: number): ServiceError {
  return notWatched(view, nowMs, `No snapshot of this run of ${boardName(view.board)} is stored.`)
}

/** Returns an error that lists what is watched in the region, boards of the same kind first. */
function notWatched({ board, watches }: BoardView, nowMs: number, reason: string): ServiceError {
  const named = watches
    .filter((state) => freshnessOf(state, nowMs) !== 'ended')
    .map(({ watch }) => watch.board)
    .toSorted((one, other) => Number(other.kind === board.kind) - Number(one.kind === board.kind))
    .slice(0, BOARDS_MAX)
  const rest =
    named.length === 0
      ? 'No board of this region is watched.'
      : `Watched in this region: ${formatList(named.map(boardName))}.`
  return new ServiceError('not_watched', `${reason} ${rest}`, {
    watched: named.map(({ kind, id }) => ({ kind, id })),
  })
}

/**
 * Returns the ranks without data: the board's watch does not poll them, its newest snapshot does
 * not cover them, and `isRead` returns false for them.
 */
export function unwatchedRanks(
  { watch, newest }: BoardView,
  ranks: readonly number[],
  isRead: (rank: number) => boolean,
): readonly number[] {
  const sources = [watch?.watch, newest].filter((source) => source !== undefined)
  return ranks.filter(
    (rank) => !isRead(rank) && !sources.some((source) => source.ranks?.includes(rank) ?? true),
  )
}

/** Throws `not_watched`, naming the watched ranks of the board, if all of `ranks` are unwatched. */
export function requireWatchedRank(
  { board, watch, newest }: BoardView,
  ranks: readonly number[],
  unwatched: readonly number[],
): void {
  if (unwatched.length < ranks.length) return
  const known = watch?.watch.ranks ?? newest?.ranks ?? []
  const which = ranks.length === 1 ? `Rank ${ranks[0]} is` : `Ranks ${formatList(ranks)} are`
  const watched: WatchedBoard = { kind: board.kind, id: board.id, ranks: known }
  throw new ServiceError(
    'not_watched',
    `${which} not watched on the board of ${boardName(board)}. Watched ranks: ${formatList(known)}.`,
    { watched: [watched] },
  )
}

function boardName({ kind, id }: Pick<Board, 'kind' | 'id'>): string {
  return { event: `event ${id}`, music: `song ${id}`, challenge: `challenge song ${id}` }[kind]
}

function formatList(items: readonly (string | number)[]): string {
  const more = items.length - NAMED_MAX
  return items.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
