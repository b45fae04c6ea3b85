import { boardKey, type Board } from '../../../../game/board.ts'
import type { GameEvent } from '../../../../game/game-event.ts'
import type { EventFacts } from '../../../calendar/event-facts.ts'
import type { HistoryStore, SnapshotInfo, WatchState } from '../../../history-store.ts'
import { notFound } from '../../../../platform/http/errors/service-error.ts'
import { isOpenIn } from '../../../calendar/run-challenges.ts'
import { readEventFacts } from '../describe/describe-event.ts'
import { readSongView, type SongView } from '../describe/describe-song.ts'

/** The state of a board, without its history. */
export interface BoardView {
  readonly board: Board
  /**
   * The runs of its event, or of the events of its challenge song; empty for the board of a song.
   */
  readonly runs: readonly GameEvent[]
  /** The other facts about its events, by id. */
  readonly facts: ReadonlyMap<string, EventFacts>
  readonly song: SongView
  readonly watch: WatchState | undefined
  readonly newest: SnapshotInfo | undefined
  /** All watches of its region. */
  readonly watches: readonly WatchState[]
}

/**
 * Reads the state of a board. Rejects with `not_found` for an event without runs, watch and
 * snapshot. The store has no list of songs, so a song is never `not_found`.
 */
export async function readBoardView(store: HistoryStore, board: Board): Promise<BoardView> {
  const { region, kind, id } = board
  const isEvent = kind === 'event'
  const song = await readSongView(store, board)
  const eventIds = isEvent ? [id] : [...song.challenges.keys()]
  const [known, facts, all, newest] = await Promise.all([
    Promise.all(eventIds.map((eventId) => store.events(region, eventId))),
    readEventFacts(store, region, eventIds),
    store.watches(),
    store.snapshotInfo(board),
  ])
  const watches = all.filter((state) => state.watch.board.region === region)
  const watch = watches.find((state) => boardKey(state.watch.board) === boardKey(board))
  const runs = known.flat().filter((run) => isEvent || isOpenIn(run, song.challenges.get(run.id)))
  const isKnown = runs.length > 0 || watch !== undefined || newest !== undefined
  if (isEvent && !isKnown) throw notFound()
  return { board, runs, facts, song, watch, newest, watches }
}
