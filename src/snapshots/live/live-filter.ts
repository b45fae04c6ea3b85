import type { Board } from '../../domain/board.ts'
import type { LiveHappening, LiveType } from '../../domain/live-entry.ts'

/** What a listener wants to hear. */
export interface LiveFilter {
  /** Empty: all types. */
  readonly types: ReadonlySet<LiveType>
  /** As {@link boardWord} writes them; empty: all boards. What concerns no board, an announcement, is then left out. */
  readonly boards: ReadonlySet<string>
}

/** A board of a known region in one word, as a filter names it: `event:2004`. */
export function boardWord({ kind, id }: Pick<Board, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** The board that something happened to, as a word; `undefined` when it was none. */
export function boardWordOf(happening: LiveHappening): string | undefined {
  if ('board' in happening) return boardWord(happening.board)
  return 'event' in happening ? boardWord({ kind: 'event', id: happening.event.id }) : undefined
}

/** Whether a filter lets something through. */
export function passes(
  { types, boards }: LiveFilter,
  type: LiveType,
  board: string | undefined,
): boolean {
  if (types.size > 0 && !types.has(type)) return false
  return boards.size === 0 || (board !== undefined && boards.has(board))
}
