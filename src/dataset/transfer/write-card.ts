import { readFile, stat } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { checkPng } from '../../upstream/check-png.ts'
import { MOST_BYTES } from './data-files.ts'
import { DataProblem } from './data-problem.ts'
import type { CardFile } from './find-data-files.ts'

/**
 * Prepares the writer of profile cards; an existing page is replaced. Rejects with a {@link
 * DataProblem}, without writing, if a file is too large or not a complete PNG, and if the player
 * does not exist.
 */
export function prepareWriteCard(database: DatabaseSync): (card: CardFile) => Promise<void> {
  const find = database.prepare(
    'SELECT player_key FROM players WHERE region = ? AND profile_id = ?',
  )
  const put = database.prepare('INSERT OR REPLACE INTO profile_cards VALUES (?, ?, ?)')
  return async ({ region, profileId, page, path }) => {
    const player = find.get(region, profileId) as { player_key: number } | undefined
    if (player === undefined) {
      throw new DataProblem('has an unknown profile id: import players first')
    }
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw new DataProblem(`is larger than ${MOST_BYTES} bytes`)
    const png = await readFile(path)
    const problem = checkPng(png)
    if (problem !== undefined) throw new DataProblem(problem)
    put.run(player.player_key, page, png)
  }
}
