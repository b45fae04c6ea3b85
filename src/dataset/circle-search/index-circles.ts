import type { DatabaseSync } from 'node:sqlite'
import { REGIONS, type Region } from '../../game/region.ts'
import { foldName } from '../fold-name.ts'
import { filterWordsOf, memberRangeOf } from './filter-terms.ts'
import { gramsOfName } from './name-grams.ts'
import { placesOf, wordsTableOf } from './region-tables.ts'
import { blockWord, SEARCH_BOUNDS, type SearchBounds } from './search-bounds.ts'

/** Progress of the indexing, in circles. */
export interface IndexingProgress {
  readonly done: number
  readonly total: number
}

/** Options of {@link indexCircles}. */
export interface IndexingOptions {
  /** Regions whose circles have changed; all by default. */
  readonly regions?: readonly Region[]
  readonly onProgress?: (progress: IndexingProgress) => void
  /** {@link SEARCH_BOUNDS} by default. */
  readonly bounds?: SearchBounds
}

/** Circles between two progress reports. */
const REPORT_EVERY = 10_000

/** Bytes of words buffered before a write. A larger buffer leaves less merging for the end. */
const BUFFER_BYTES = 64 * 1024 * 1024

interface CircleToIndex {
  readonly circle_key: number
  readonly name: string
  readonly member_count: number
  readonly join_rule: number
  readonly play_style: number
}

/**
 * Rebuilds the search index of regions from the table `circles`. Call it after the last change of
 * that table, in the same transaction. Places follow the order of results (highest total first,
 * then id), so that a search can stop when it has enough. Blocks until it is complete: about 35 s
 * for a million circles, in constant memory.
 */
export function indexCircles(
  database: DatabaseSync,
  { regions = REGIONS, onProgress = () => {}, bounds = SEARCH_BOUNDS }: IndexingOptions = {},
): void {
  const count = database.prepare('SELECT count(*) AS total FROM circles WHERE region = ?')
  const totals = regions.map((region) => Number(count.get(region)?.['total']))
  const total = totals.reduce((sum, one) => sum + one, 0)
  let done = 0
  for (const region of regions) {
    const onCircle = () => {
      done += 1
      if (done % REPORT_EVERY === 0 && done < total) onProgress({ done, total })
    }
    indexRegion(database, region, { onCircle, ...bounds })
    storeCommonWords(database, region, bounds)
  }
  onProgress({ done, total })
}

function indexRegion(
  database: DatabaseSync,
  region: Region,
  { onCircle, blockPlaces }: { readonly onCircle: () => void } & SearchBounds,
): void {
  const { first, last } = placesOf(region)
  const table = wordsTableOf(region)
  database.prepare('DELETE FROM circle_places WHERE place BETWEEN ? AND ?').run(first, last)
  database.exec(`
    INSERT INTO ${table} (${table}) VALUES ('delete-all');
    INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${BUFFER_BYTES});
  `)
  const circles = database.prepare(
    `SELECT circle_key, coalesce(circle ->> '$.name', '') AS name,
            member_count, join_rule, play_style
     FROM circles WHERE region = ? ORDER BY total_point DESC, circle_id`,
  )
  const insertPlace = database.prepare('INSERT INTO circle_places VALUES (?, ?, ?)')
  const insertWords = database.prepare(`INSERT INTO ${table} (rowid, words) VALUES (?, ?)`)
  let place = first
  for (const row of circles.iterate(region)) {
    const circle = row as unknown as CircleToIndex
    const foldedName = foldName(circle.name)
    insertPlace.run(place, circle.circle_key, foldedName)
    const block = blockWord(Math.floor((place - first) / blockPlaces))
    insertWords.run(place, `${block} ${wordsOf(circle, foldedName)}`)
    place += 1
    onCircle()
  }
  // One run per word instead of several makes every search faster.
  database.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)
}

/** Stores the common words, so that a search with only common words is detected before it runs. */
function storeCommonWords(
  database: DatabaseSync,
  region: Region,
  { commonAbove }: SearchBounds,
): void {
  const table = wordsTableOf(region)
  database.prepare('DELETE FROM circle_common_words WHERE region = ?').run(region)
  database.exec(`CREATE VIRTUAL TABLE temp.words_of_all USING fts5vocab (main, ${table}, row)`)
  database
    .prepare(
      `INSERT INTO circle_common_words
       SELECT ?, term, doc FROM temp.words_of_all WHERE doc > ? ORDER BY term`,
    )
    .run(region, commonAbove)
  database.exec('DROP TABLE temp.words_of_all')
}

function wordsOf(circle: CircleToIndex, foldedName: string): string {
  const filters = filterWordsOf({
    memberRange: memberRangeOf(circle.member_count),
    joinRule: circle.join_rule,
    playStyle: circle.play_style,
  })
  return [...gramsOfName(foldedName), ...filters].join(' ')
}
