import type { PlayerBriefInfo, PlayerSimpleProfile } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'

/**
 * Creates the handlers of players. A player with a hidden profile is indistinguishable from an
 * unknown one. Account ids and profile ids have separate columns, so that neither can match the
 * other.
 */
export function createProfileHandlers({
  database,
}: HandlerOptions): Pick<
  Handlers,
  'profile.get' | 'profile.batch' | 'profile.favorites' | 'profile.card'
> {
  const byProfileId = database.prepare(
    'SELECT profile FROM players WHERE region = ? AND profile_id = ? AND hidden = 0',
  )
  const byAccountId = database.prepare(
    `SELECT brief, CAST(favorites AS TEXT) AS favorites
     FROM players WHERE region = ? AND account_id = ? AND hidden = 0`,
  )
  const card = database.prepare(
    `SELECT c.png FROM players p JOIN profile_cards c ON c.player_key = p.player_key
     WHERE p.region = ? AND p.profile_id = ? AND p.hidden = 0 AND c.page = ?`,
  )

  function findAccount(region: string, accountId: string) {
    const id = parseId(accountId)
    if (id === undefined) return undefined
    return byAccountId.get(region, id) as { brief: string; favorites: string } | undefined
  }

  return {
    'profile.get': (region, { profileId }) => {
      const id = parseId(profileId)
      if (id === undefined) return undefined
      const row = byProfileId.get(region, id) as { profile: string } | undefined
      if (row === undefined) return undefined
      return { playerProfile: JSON.parse(row.profile) as PlayerSimpleProfile }
    },
    // In the requested order; known and public players only, once per occurrence of the id.
    'profile.batch': (region, { accountIds }) => ({
      players: accountIds
        .map((accountId) => findAccount(region, accountId))
        .filter((row) => row !== undefined)
        .map(({ brief }) => JSON.parse(brief) as PlayerBriefInfo),
    }),
    'profile.favorites': (region, { playerId }) => {
      const row = findAccount(region, playerId)
      return row === undefined ? undefined : { totalFavorite: row.favorites }
    },
    'profile.card': (region, args) => {
      const [profileId, page] = [parseId(args.profileId), parseId(args.page)]
      if (profileId === undefined || page === undefined) return undefined
      return (card.get(region, profileId, page) as { png: Uint8Array } | undefined)?.png
    },
  }
}
