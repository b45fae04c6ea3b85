import type { DatabaseSync } from 'node:sqlite'
import { foldName } from '../fold-name.ts'
import { filterWordsOf, memberRangeOf } from './filter-words.ts'
import { gramsOfName } from './name-grams.ts'

/** How far the indexing is, in circles. */
export interface IndexingProgress {
  readonly done: number
  readonly total: number
}

/** Circles between two reports of progress. */
const REPORT_EVERY = 10_000

/** Bytes of words that are gathered before they are written out: the more, the less has to be merged afterwards. */
const GATHERED_BYTES = 64 * 1024 * 1024

interface CircleToIndex {
  readonly circle_key: number
  readonly name: string
  readonly member_count: number
  readonly join_rule: number
  readonly play_style: number
}

/**
 * Makes everything that a search of circles reads, anew, from the table `circles`: to be called after the last change
 * to it, in the same transaction. Places are given in the order of the results (by total, the highest first, then by
 * id), a region's all in one run, so that a search can stop as soon as it has enough. Blocks until it is done:
 * about 35 s for a million circles, in constant memory.
 */
export function indexCircles(
  database: DatabaseSync,
  onProgress: (progress: IndexingProgress) => void = () => {},
): void {
  database.exec(`
    DELETE FROM circle_places;
    DELETE FROM circle_regions;
    INSERT INTO circle_regions
      SELECT region, sum(count(*)) OVER places - count(*) + 1, sum(count(*)) OVER places
      FROM circles GROUP BY region WINDOW places AS (ORDER BY region);
    INSERT INTO circle_words (circle_words) VALUES ('delete-all');
    INSERT INTO circle_words (circle_words, rank) VALUES ('hashsize', ${GATHERED_BYTES});
  `)
  const count = database.prepare('SELECT count(*) AS total FROM circles').get()
  const { total } = count as unknown as { total: number }
  const circles = database.prepare(
    `SELECT circle_key, coalesce(circle ->> '$.name', '') AS name,
            member_count, join_rule, play_style
     FROM circles ORDER BY region, total_point DESC, circle_id`,
  )
  const insertPlace = database.prepare('INSERT INTO circle_places VALUES (?, ?, ?)')
  const insertWords = database.prepare('INSERT INTO circle_words (rowid, words) VALUES (?, ?)')
  let place = 0
  for (const row of circles.iterate()) {
    const circle = row as unknown as CircleToIndex
    const foldedName = foldName(circle.name)
    place += 1
    insertPlace.run(place, circle.circle_key, foldedName)
    insertWords.run(place, wordsOf(circle, foldedName))
    if (place % REPORT_EVERY === 0 && place < total) onProgress({ done: place, total })
  }
  // One run of each word's places instead of several: less to open for every search.
  database.exec(`INSERT INTO circle_words (circle_words) VALUES ('optimize')`)
  onProgress({ done: place, total })
}

function wordsOf(circle: CircleToIndex, foldedName: string): string {
  const filters = filterWordsOf({
    memberRange: memberRangeOf(circle.member_count),
    joinRule: circle.join_rule,
    playStyle: circle.play_style,
  })
  return [...gramsOfName(foldedName), ...filters].join(' ')
}
