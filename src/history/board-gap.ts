import type { Board } from '../game/board.ts'
import type { Gap } from './history-store.ts'

/** A query of gaps. */
export interface GapQuery {
  /** Unix milliseconds; only gaps that end later. */
  readonly sinceMs: number
  /** Maximum number of gaps. */
  readonly max: number
}

/** A gap with its board. */
export interface BoardGap {
  readonly board: Board
  readonly gap: Gap
}
