import { profileIdCanExist } from '../../../game/identifiers.ts'
import { DataProblem } from '../data-problem.ts'
import { toInt64 } from './line-values.ts'
import { createStatelessWriter, type LineWriterOptions, type LineWriters } from './line-writer.ts'

/** The SQLite result code of a violated unique constraint. */
const SQLITE_CONSTRAINT_UNIQUE = 2_067

/**
 * Creates the writer of players. A player with an existing account id is replaced and keeps the
 * profile cards.
 */
export function createPlayerLineWriters({
  database,
  seen,
}: LineWriterOptions): Pick<LineWriters, 'players'> {
  const put = database.prepare(
    `INSERT INTO players (region, account_id, profile_id, hidden, favorites, profile, brief)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (region, account_id) DO UPDATE SET
       profile_id = excluded.profile_id, hidden = excluded.hidden, favorites = excluded.favorites,
       profile = excluded.profile, brief = excluded.brief`,
  )
  return {
    players: createStatelessWriter(
      ({ region, hidden = false, favorites = '0', brief = {}, entry }, line) => {
        const { id, profileId } = entry
        if (!profileIdCanExist(profileId, region)) {
          throw new DataProblem(`is not a profile id of ${region}`, { field: 'entry.profileId' })
        }
        for (const name of ['accountId', 'playerId'] as const) {
          if ((brief[name] ?? id) !== id) {
            throw new DataProblem('differs from entry.id', { field: `brief.${name}` })
          }
        }
        const account = toInt64(id, 'entry.id')
        seen.add(`${region} ${id}`, line, 'entry.id')
        try {
          put.run(
            region,
            account,
            toInt64(profileId, 'entry.profileId'),
            Number(hidden),
            toInt64(favorites, 'favorites'),
            JSON.stringify(entry),
            JSON.stringify({ accountId: id, playerId: id, ...brief }),
          )
        } catch (error) {
          if ((error as { errcode?: number }).errcode !== SQLITE_CONSTRAINT_UNIQUE) throw error
          throw new DataProblem('belongs to another player', { field: 'entry.profileId' })
        }
      },
    ),
  }
}
