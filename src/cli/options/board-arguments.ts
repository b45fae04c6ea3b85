import { BOARD_KINDS, type Board, type BoardKind } from '../../game/board.ts'
import { isRegion, REGIONS } from '../../game/region.ts'
import { UsageError } from '../output/explain-error.ts'

/** Command-line arguments that name a board. */
export const BOARD_ARGUMENTS = '<region> <kind> <id>'

/** Parses the arguments that name a board. Throws a {@link UsageError}. */
export function readBoard(region: string, kind: string, id: string): Board {
  if (!isRegion(region)) {
    throw new UsageError(`Unknown region "${region}". Use one of ${REGIONS.join(', ')}.`)
  }
  if (!(BOARD_KINDS as readonly string[]).includes(kind)) {
    throw new UsageError(`Unknown kind of board "${kind}". Use one of ${BOARD_KINDS.join(', ')}.`)
  }
  return { region, kind: kind as BoardKind, id }
}
