import { BOARD_KINDS, type Board, type BoardKind } from '../domain/board.ts'
import { isRegion, REGIONS } from '../domain/region.ts'
import { UsageError } from './explain.ts'

/** How the arguments that name a board are declared to the command line. */
export const BOARD_ARGUMENTS = '<region> <kind> <id>'

/** Reads the arguments that name a board. */
export function readBoard(region: string, kind: string, id: string): Board {
  if (!isRegion(region)) {
    throw new UsageError(`"${region}" is no region; there are ${REGIONS.join(', ')}.`)
  }
  if (!(BOARD_KINDS as readonly string[]).includes(kind)) {
    throw new UsageError(`"${kind}" is no kind of board; there are ${BOARD_KINDS.join(', ')}.`)
  }
  return { region, kind: kind as BoardKind, id }
}
