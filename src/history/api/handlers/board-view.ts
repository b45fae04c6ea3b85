import { boardKey, type Board, type Snapshot } from '../../../game/board.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import type { HistoryStore, WatchState } from '../../history-store.ts'
import { notFound } from '../../../platform/http/service-error.ts'

/** The state of a board, without its history. */
export interface BoardView {
  readonly board: Board
  /** The runs of its event; empty for the board of a song. */
  readonly runs: readonly GameEvent[]
  readonly watch: WatchState | undefined
  readonly newest: Snapshot | undefined
  /** Every watch of its region. */
  readonly watches: readonly WatchState[]
}

/**
 * Reads the state of a board. Rejects with `not_found` for an event without runs, watch and
 * snapshot. The store has no list of songs, so a song is never `not_found`.
 */
export async function readBoardView(store: HistoryStore, board: Board): Promise<BoardView> {
  const [runs, all, newest] = await Promise.all([
    board.kind === 'event' ? store.events(board.region, board.id) : [],
    store.watches(),
    store.snapshot(board),
  ])
  const watches = all.filter((state) => state.watch.board.region === board.region)
  const watch = watches.find((state) => boardKey(state.watch.board) === boardKey(board))
  const isKnown = runs.length > 0 || watch !== undefined || newest !== undefined
  if (board.kind === 'event' && !isKnown) throw notFound()
  return { board, runs, watch, newest, watches }
}
