import { boardKey, type Board, type Snapshot } from '../../../game/board.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import { NO_EVENT_FACTS, type EventFacts } from '../../calendar/event-facts.ts'
import type { HistoryStore, WatchState } from '../../history-store.ts'
import { notFound } from '../../../platform/http/service-error.ts'
import { readEventFacts } from './describe-event.ts'

/** The state of a board, without its history. */
export interface BoardView {
  readonly board: Board
  /** The runs of its event; empty for the board of a song. */
  readonly runs: readonly GameEvent[]
  /** What else is known about its event; nothing for the board of a song. */
  readonly facts: EventFacts
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
  const { region, kind, id } = board
  const isEvent = kind === 'event'
  const [runs, facts, all, newest] = await Promise.all([
    isEvent ? store.events(region, id) : [],
    isEvent ? readEventFacts(store, region, [id]) : new Map<string, EventFacts>(),
    store.watches(),
    store.snapshot(board),
  ])
  const watches = all.filter((state) => state.watch.board.region === region)
  const watch = watches.find((state) => boardKey(state.watch.board) === boardKey(board))
  const isKnown = runs.length > 0 || watch !== undefined || newest !== undefined
  if (isEvent && !isKnown) throw notFound()
  return { board, runs, facts: facts.get(id) ?? NO_EVENT_FACTS, watch, newest, watches }
}
