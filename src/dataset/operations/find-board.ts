import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../game/region.ts'
import type { BoardKind } from '../dataset-schema.ts'
import { parseId } from '../parse-id.ts'

/**
 * Finds the key of a board by its subject; `undefined` when there is no such board, whatever the
 * ids.
 */
export type FindBoard = (region: Region, subjectId: string, bandId?: string) => number | undefined

/** Prepares the lookup of boards of one kind. Finds boards without rows too. */
export function prepareFindBoard(database: DatabaseSync, kind: BoardKind): FindBoard {
  const find = database.prepare(
    'SELECT board_key FROM boards WHERE region = ? AND kind = ? AND subject_id = ? AND band_id = ?',
  )
  return (region, subjectId, bandId = '0') => {
    const [subject, band] = [parseId(subjectId), parseId(bandId)]
    if (subject === undefined || band === undefined) return undefined
    const row = find.get(region, kind, subject, band) as { board_key: number } | undefined
    return row?.board_key
  }
}
