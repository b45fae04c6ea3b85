import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../../../domain/region.ts'
import type { BoardKind } from '../../dataset-schema.ts'

/** What a board ranks, with ids as a dataset knows them; `band` is 0 where there are no bands. */
export interface BoardName {
  readonly region: Region
  readonly kind: BoardKind
  readonly subject: bigint
  readonly band: bigint
}

/** Prepares the search for the key of a board. A board that is named is known from then on, with rows or without. */
export function prepareFindOrMakeBoard(database: DatabaseSync): (board: BoardName) => number {
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
