import { createDatasetWriter } from '../../sqlite-dataset-writer.ts'
import { DataProblem } from '../data-problem.ts'
import { toInt64 } from './line-values.ts'
import { createStatelessWriter, type LineWriterOptions, type LineWriters } from './line-writer.ts'
import { createNamedLists } from './named-lists.ts'

/**
 * Creates the writers of circles and their players. A replaced circle keeps its players; a list of
 * players is replaced completely.
 */
export function createCircleLineWriters({
  database,
  seen,
  circleRegions,
}: LineWriterOptions): Pick<LineWriters, 'circles' | 'circle-players'> {
  const { addCircle, removeCircle } = createDatasetWriter(database)
  const find = database.prepare('SELECT circle_key FROM circles WHERE region = ? AND circle_id = ?')
  const keyOf = (region: string, id: bigint) =>
    (find.get(region, id) as { circle_key: number } | undefined)?.circle_key
  const movePlayers = database.prepare(
    'UPDATE circle_players SET circle_key = ? WHERE circle_key = ?',
  )
  const removePlayers = database.prepare('DELETE FROM circle_players WHERE circle_key = ?')
  const insertPlayer = database.prepare('INSERT INTO circle_players VALUES (?, ?, ?, ?, ?, ?)')
  const lists = createNamedLists(database, 'named_circles', (key) => void removePlayers.run(key))
  return {
    circles: createStatelessWriter(
      ({ region, circleRanking: ranking = 0, masterPlayerId, entry }, line) => {
        if (masterPlayerId !== undefined) toInt64(masterPlayerId, 'masterPlayerId')
        const id = toInt64(entry.id, 'entry.id')
        seen.add(`${region} ${entry.id}`, line, 'entry.id')
        const old = keyOf(region, id)
        circleRegions.add(region)
        if (old !== undefined) removeCircle(old)
        const circle = { ranking, circle: entry, masterAccountId: masterPlayerId, players: [] }
        const key = addCircle(region, circle)
        if (old !== undefined && old !== key) movePlayers.run(key, old)
      },
    ),
    'circle-players': {
      start: () => lists.clear(),
      write: ({ region, entry }, line) => {
        const { circleId, playerId, auth = 0, point = 0, weeklyTotalPoint = 0 } = entry
        const key = keyOf(region, toInt64(circleId, 'entry.circleId'))
        if (key === undefined) {
          throw new DataProblem('is not an existing circle: import circles first', {
            field: 'entry.circleId',
          })
        }
        const account = toInt64(playerId, 'entry.playerId')
        seen.add(`${key} ${playerId}`, line, 'entry.playerId')
        const list = lists.of(key)
        insertPlayer.run(key, list.length, account, auth, point, weeklyTotalPoint)
        list.length += 1
      },
    },
  }
}
