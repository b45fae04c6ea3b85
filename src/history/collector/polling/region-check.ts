import { boardKey, type Snapshot } from '../../../game/board.ts'
import { REGIONS, type Region } from '../../../game/region.ts'

/** Finds holders that are on the boards of two regions. */
export interface RegionCheck {
  /**
   * Checks the newest snapshot of a board. Returns the ranks with a holder whose account id is on
   * the newest snapshot of another region, unless this was so in the previous snapshot too.
   */
  readonly check: (snapshot: Snapshot) => readonly number[]
}

/** The holders of the newest snapshot of a board, by account id. */
interface BoardHolders {
  readonly own: ReadonlySet<string>
  readonly foreign: ReadonlySet<string>
}

/**
 * Creates a check over all tracked boards. Account ids belong to one region, so a holder of two
 * regions is in the wrong one on the board where it appears later.
 */
export function createRegionCheck(): RegionCheck {
  const boards = new Map<Region, Map<string, BoardHolders>>(
    REGIONS.map((region) => [region, new Map()]),
  )
  const isElsewhere = (region: Region, id: string) =>
    [...boards].some(
      ([other, holders]) =>
        other !== region && [...holders.values()].some(({ own }) => own.has(id)),
    )
  return {
    check: ({ board, rows }) => {
      const { region } = board
      const ids = new Set(rows.flatMap(({ holders }) => holders.map(({ id }) => id)))
      const foreign = new Set([...ids].filter((id) => isElsewhere(region, id)))
      const known = boards.get(region)
      const before = known?.get(boardKey(board))?.foreign
      known?.set(boardKey(board), { own: ids.difference(foreign), foreign })
      return rows
        .filter(({ holders }) =>
          holders.some(({ id }) => foreign.has(id) && before?.has(id) !== true),
        )
        .map(({ rank }) => rank)
    },
  }
}
