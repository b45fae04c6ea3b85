import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../../game/region.ts'
import type { BoardKind } from '../../dataset-schema.ts'

/** The identity of a board, with ids as integers; `band` is 0 for boards without bands. */
export interface DatasetBoardKey {
  readonly region: Region
  readonly kind: BoardKind
  readonly subject: bigint
  readonly band: bigint
}

/** Prepares a function that returns the key of a board, inserting the board if it is missing. */
export function prepareEnsureBoard(database: DatabaseSync): (board: DatasetBoardKey) => number {
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
