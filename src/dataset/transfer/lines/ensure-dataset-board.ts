import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../../game/region.ts'
import type { BoardKind } from '../../dataset-schema.ts'

/** The identity of a board, with ids as in a dataset; `band` is 0 where there are no bands. */
export interface BoardName {
  readonly region: Region
  readonly kind: BoardKind
  readonly subject: bigint
  readonly band: bigint
}

/**
 * Prepares the lookup of a board's key. A named board exists from then on, with or without rows.
 */
export function prepareEnsureBoard(database: DatabaseSync): (board: BoardName) => number {
  const find = database.prepare(
    'SELECT board_key FROM boards WHERE region = ? AND kind = ? AND subject_id = ? AND band_id = ?',
  )
  const insert = database.prepare(
    'INSERT INTO boards (region, kind, subject_id, band_id) VALUES (?, ?, ?, ?)',
  )
  return ({ region, kind, subject, band }) => {
    const row = find.get(region, kind, subject, band) as { board_key: number } | undefined
    return row?.board_key ?? Number(insert.run(region, kind, subject, band).lastInsertRowid)
  }
}
