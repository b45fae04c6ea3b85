import type { Board } from '../../game/board.ts'
import type { LiveEvent, LiveType } from '../live-entry.ts'

/** The filter of one live stream. */
export interface LiveFilter {
  /** Empty: all types. */
  readonly types: ReadonlySet<LiveType>
  /**
   * Keys as {@link boardFilterKey} returns them; empty: all boards. With boards, announcements are
   * excluded.
   */
  readonly boards: ReadonlySet<string>
}

/** Returns the key of a board within its region, as filters name it: `event:2004`. */
export function boardFilterKey({ kind, id }: Pick<Board, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** Returns the key of the board of a live event; `undefined` without a board. */
export function boardFilterKeyOf(liveEvent: LiveEvent): string | undefined {
  if ('board' in liveEvent) return boardFilterKey(liveEvent.board)
  return 'event' in liveEvent
    ? boardFilterKey({ kind: 'event', id: liveEvent.event.id })
    : undefined
}

/** Returns whether an entry of a type and a board matches a filter. */
export function matchesFilter(
  { types, boards }: LiveFilter,
  type: LiveType,
  board: string | undefined,
): boolean {
  if (types.size > 0 && !types.has(type)) return false
  return boards.size === 0 || (board !== undefined && boards.has(board))
}
