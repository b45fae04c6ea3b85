import type { BoardKind as BoardParameter, RunKind } from '../api/parameter-kind.ts'
import { BOARD_KINDS } from './board.ts'
import { REGIONS } from './region.ts'

/** A board of the region: `event:2004`, `music:17` or `challenge:3`. */
export const board: BoardParameter = { kind: 'board', boards: BOARD_KINDS }

/** A run of an event in any region: `jp:2004`, or `jp:2004@1795175460000` with its start. */
export const run: RunKind = { kind: 'run', regions: REGIONS }
