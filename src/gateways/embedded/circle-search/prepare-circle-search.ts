import type { DatabaseSync } from 'node:sqlite'
import type { Region } from '../../../domain/region.ts'
import type { PlayerColumns } from '../readers/board-row.ts'
import { filterWord, type CircleFilters } from './filter-words.ts'
import { gramsToFind } from './name-grams.ts'

/** A circle that was found, with its master. */
export interface CircleHit extends PlayerColumns {
  readonly circle: string
}

/** The first `limit` circles of a region whose folded name contains `foldedText` and that pass the filters, in order. */
export type FindCircles = (
  region: Region,
  search: { readonly foldedText: string; readonly filters: CircleFilters; readonly limit: number },
) => CircleHit[]

// CROSS JOIN keeps the order of the tables: places ascend, so nothing is sorted and the limit stops the search.
const CIRCLE_OF_PLACE = `
  CROSS JOIN circles c ON c.circle_key = s.circle_key
  LEFT JOIN players p ON p.region = :region AND p.account_id = c.master_account_id`

/**
 * Prepares the search over what `indexCircles` made. Words find the places, and each is compared with the text, since
 * words are hashes and pieces may stand apart. No word of a caller gets into the language of the index.
 */
export function prepareCircleSearch(database: DatabaseSync): FindCircles {
  const places = database.prepare(
    'SELECT first_place AS first, last_place AS last FROM circle_regions WHERE region = ?',
  )
  const byWords = database.prepare(
    `SELECT c.circle, p.hidden, p.profile
     FROM circle_words w
     CROSS JOIN circle_places s ON s.place = w.rowid ${CIRCLE_OF_PLACE}
     WHERE w.circle_words MATCH :words AND w.rowid BETWEEN :first AND :last
       AND instr(s.folded_name, :text) > 0
     ORDER BY w.rowid LIMIT :limit`,
  )
  const all = database.prepare(
    `SELECT c.circle, p.hidden, p.profile
     FROM circle_places s ${CIRCLE_OF_PLACE}
     WHERE s.place BETWEEN :first AND :last
     ORDER BY s.place LIMIT :limit`,
  )
  return (region, { foldedText, filters, limit }) => {
    const run = places.get(region) as { first: number; last: number } | undefined
    if (run === undefined) return []
    const words = [...gramsToFind(foldedText), ...wordOf(filters)].join(' ')
    const rows =
      words === ''
        ? all.all({ region, ...run, limit })
        : byWords.all({ region, ...run, limit, words, text: foldedText })
    return rows as unknown as CircleHit[]
  }
}

function wordOf(filters: CircleFilters): string[] {
  return Object.values(filters).some((code) => code > 0) ? [filterWord(filters)] : []
}
