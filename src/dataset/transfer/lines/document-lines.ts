import { categoryCode } from '../../sqlite-dataset-writer.ts'
import { DataProblem } from '../data-problem.ts'
import { toInt64, toTimeMs } from './line-values.ts'
import { createStatelessWriter, type LineWriterOptions, type LineWriters } from './line-writer.ts'

/** Creates the writers of objects stored whole under their id; an existing one is replaced. */
export function createDocumentLineWriters({
  database,
  seen,
}: LineWriterOptions): Pick<
  LineWriters,
  'deck-trends' | 'gachas' | 'announcements' | 'external-contents'
> {
  const putTrend = database.prepare('INSERT OR REPLACE INTO deck_trends VALUES (?, ?, ?, ?)')
  const putGacha = database.prepare('INSERT OR REPLACE INTO gachas VALUES (?, ?, ?, ?)')
  const putAnnouncement = database.prepare(
    `INSERT OR REPLACE INTO announcements (region, announcement_id, category, sort_order,
                                           starts_at_ms, ends_at_ms, repeats_ms, announcement)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const putContent = database.prepare('INSERT OR REPLACE INTO external_contents VALUES (?, ?, ?)')
  return {
    'deck-trends': createStatelessWriter(({ region, arenaSeasonId, musicId, entry }, line) => {
      const [season, music] = [toInt64(arenaSeasonId, 'arenaSeasonId'), toInt64(musicId, 'musicId')]
      seen.add(`${region} ${arenaSeasonId} ${musicId}`, line, 'musicId')
      putTrend.run(region, season, music, JSON.stringify(entry))
    }),
    gachas: createStatelessWriter(({ region, gachaId, pickUps = [], entry }, line) => {
      const id = toInt64(gachaId, 'gachaId')
      seen.add(`${region} ${gachaId}`, line, 'gachaId')
      for (const prizeId of pickUps) toInt64(prizeId, 'pickUps')
      if (new Set(pickUps).size < pickUps.length) {
        throw new DataProblem('contains a duplicate prize', { field: 'pickUps' })
      }
      putGacha.run(region, id, JSON.stringify(entry), JSON.stringify(pickUps))
    }),
    announcements: createStatelessWriter(({ region, repeatsMs = null, entry }, line) => {
      const { category = 0, sortOrder = 0, startAt = '0', endAt = '0' } = entry
      const id = toInt64(entry.id, 'entry.id')
      seen.add(`${region} ${entry.id}`, line, 'entry.id')
      putAnnouncement.run(
        region,
        id,
        categoryCode(category),
        sortOrder,
        toTimeMs(startAt, 'entry.startAt'),
        toTimeMs(endAt, 'entry.endAt'),
        repeatsMs,
        JSON.stringify(entry),
      )
    }),
    'external-contents': createStatelessWriter(({ region, entry }, line) => {
      const id = toInt64(entry.id, 'entry.id')
      seen.add(`${region} ${entry.id}`, line, 'entry.id')
      putContent.run(region, id, JSON.stringify(entry))
    }),
  }
}
