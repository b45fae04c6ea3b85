import { boardKey, type Board, type Snapshot } from '../../domain/board.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import type { HistoryStore, WatchState } from '../../domain/history-store.ts'
import { notFound } from '../../domain/service-error.ts'

/** What is known of a board before any of its history is read. */
export interface BoardView {
  readonly board: Board
  /** The runs of its event; none of the board of a song. */
  readonly runs: readonly GameEvent[]
  readonly watch: WatchState | undefined
  readonly newest: Snapshot | undefined
}

/** Looks at a board. Throws `not_found` for one that no event has, nobody watches, and no snapshot is kept of. */
export async function viewBoard(store: HistoryStore, board: Board): Promise<BoardView> {
  const [events, watches, newest] = await Promise.all([
    board.kind === 'event' ? store.events(board.region) : [],
    store.watches(),
    store.snapshot(board),
  ])
  const runs = events.filter(({ id }) => id === board.id)
  const watch = watches.find((state) => boardKey(state.watch.board) === boardKey(board))
  if (runs.length === 0 && watch === undefined && newest === undefined) throw notFound()
  return { board, runs, watch, newest }
}
