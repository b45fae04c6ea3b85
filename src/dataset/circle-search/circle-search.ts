import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { nextTurn } from '../../platform/concurrency/next-turn.ts'
import type { PlayerColumns } from '../operations/board-row.ts'
import { filterWord, type CircleFilters } from './filter-terms.ts'
import { gramsToFind } from './name-grams.ts'
import { placesOf, wordsTableOf } from './region-tables.ts'
import { blockWord, SEARCH_BOUNDS, type SearchBounds } from './search-bounds.ts'
import type { ReadSignal } from '../read-signal.ts'

/** A found circle with its master. */
export interface CircleHit extends PlayerColumns {
  readonly circle: string
}

/** A search for the first `limit` circles, in order. */
export interface CircleSearch {
  /** Text that the folded name contains. */
  readonly foldedText: string
  readonly filters: CircleFilters
  readonly limit: number
  /** Signal that aborts a long search between two chunks; it rejects with the reason. */
  readonly context?: ReadSignal | undefined
}

/**
 * Finds the circles of a region. Returns a promise only when the search needs several iterations of
 * the event loop.
 */
export type FindCircles = (region: Region, search: CircleSearch) => Awaitable<CircleHit[]>

// CROSS JOIN keeps the order of the tables: places ascend, so nothing is sorted and the limit stops
// the search.
const CIRCLE_OF_PLACE = `
  CROSS JOIN circles c ON c.circle_key = s.circle_key
  LEFT JOIN players p ON p.region = :region AND p.account_id = c.master_account_id`

/**
 * Prepares the search over the index of `indexCircles`. Index words select candidates, whose names
 * are then compared with the text, because words are hashes and grams may match at different
 * positions. No input of a caller becomes part of the index query. Words that are all common may
 * match very many names without the text: such a search runs in chunks that yield to the event
 * loop, unless the first chunk has enough hits.
 */
export function prepareCircleSearch(
  database: DatabaseSync,
  { blockPlaces, candidates }: SearchBounds = SEARCH_BOUNDS,
): FindCircles {
  const lastPlace = database.prepare(
    'SELECT max(place) AS last FROM circle_places WHERE place BETWEEN :first AND :last',
  )
  const common = database.prepare(
    'SELECT circles FROM circle_common_words WHERE region = ? AND word = ?',
  )
  const all = database.prepare(
    `SELECT c.circle, p.hidden, p.profile
     FROM circle_places s ${CIRCLE_OF_PLACE}
     WHERE s.place BETWEEN :first AND :last
     ORDER BY s.place LIMIT :limit`,
  )
  const statements = new Map(REGIONS.map((region) => [region, prepareWords(database, region)]))
  return (region, { foldedText: text, filters, limit, context }) => {
    const words = [...gramsToFind(text), ...wordOf(filters)]
    const places = placesOf(region)
    if (words.length === 0) return hits(all, { region, ...places, limit })
    const { whole, part } = statements.get(region) as WordStatements
    const lengths = words.map((word) => common.get(region, word)?.['circles'])
    if (lengths.includes(undefined)) {
      return hits(whole, { words: words.join(' '), text, region, limit })
    }

    // Short lists are quick to compare completely, and need no blocks.
    const isShort = lengths.reduce<number>((sum, length) => sum + Number(length), 0) <= blockPlaces
    const { last: lastOfAll } = lastPlace.get(places) as { last: number }
    /** Adds the hits of a chunk; returns the start of the next chunk, if any. */
    const findFrom = (first: number, found: CircleHit[]): number | undefined => {
      const block = Math.floor((first - places.first) / blockPlaces)
      const last = isShort ? lastOfAll : places.first + (block + 1) * blockPlaces - 1
      const wanted = isShort ? words : [...words, blockWord(block)]
      const slice = { words: wanted.join(' '), first, last, candidates }
      const rows = part.all({ ...slice, text, region, limit: limit - found.length + 1 })
      for (const row of rows as unknown as SliceRow[]) {
        if (row.is_hit === 1) found.push(row)
        if (found.length === limit) return undefined
        if (row.at === candidates) return row.place < lastOfAll ? row.place + 1 : undefined
      }
      return last < lastOfAll ? last + 1 : undefined
    }
    const found: CircleHit[] = []
    const behind = findFrom(places.first, found)
    return behind === undefined ? found : findRest(findFrom, { found, behind, context })
  }
}

async function findRest(
  findFrom: (first: number, found: CircleHit[]) => number | undefined,
  first: { found: CircleHit[]; behind: number; context: ReadSignal | undefined },
): Promise<CircleHit[]> {
  let behind: number | undefined = first.behind
  while (behind !== undefined) {
    await nextTurn(first.context?.signal)
    behind = findFrom(behind, first.found)
  }
  return first.found
}

interface WordStatements {
  /** Selects all hits of a region. */
  readonly whole: StatementSync
  /** Selects the hits of a chunk, as {@link SliceRow}. */
  readonly part: StatementSync
}

/**
 * A hit, or the last circle of a limited chunk: the number of candidates up to it, and whether it
 * is a hit.
 */
interface SliceRow extends CircleHit {
  readonly place: number
  readonly at: number
  readonly is_hit: 0 | 1
}

function prepareWords(database: DatabaseSync, region: Region): WordStatements {
  const table = wordsTableOf(region)
  const places = `SELECT rowid AS place FROM ${table} WHERE ${table} MATCH :words`
  // The places of a chunk are ordered already, and must not be sorted again.
  const slice = `
    SELECT place, row_number() OVER () AS at
    FROM (${places} AND rowid BETWEEN :first AND :last ORDER BY rowid LIMIT :candidates)`
  const circleOf = `CROSS JOIN circle_places s ON s.place = w.place ${CIRCLE_OF_PLACE}`
  const isHit = 'instr(s.folded_name, :text) > 0'
  return {
    whole: database.prepare(
      `SELECT c.circle, p.hidden, p.profile FROM (${places}) w ${circleOf}
       WHERE ${isHit} ORDER BY w.place LIMIT :limit`,
    ),
    part: database.prepare(
      `SELECT c.circle, p.hidden, p.profile, w.place, w.at, ${isHit} AS is_hit
       FROM (${slice}) w ${circleOf}
       WHERE w.at = :candidates OR ${isHit} LIMIT :limit`,
    ),
  }
}

function hits(statement: StatementSync, values: Record<string, string | number>): CircleHit[] {
  return statement.all(values) as unknown as CircleHit[]
}

function wordOf(filters: CircleFilters): string[] {
  return Object.values(filters).some((code) => code > 0) ? [filterWord(filters)] : []
}
