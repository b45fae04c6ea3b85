import type { Region } from '../../shared/i18n/regions.ts'
import {
  FAVORITES_MAX,
  type FavoritePlayer,
  type Preferences,
} from '../../shared/preferences/preferences.ts'

/** Returns whether a player is a favorite. */
export function isFavorite({ players }: Preferences, region: Region, id: string): boolean {
  return players.some((one) => one.region === region && one.id === id)
}

/**
 * Returns the favorites with a player added in front, or without a player who is one already. The
 * oldest of too many is dropped.
 */
export function toggleFavorite(
  players: readonly FavoritePlayer[],
  player: FavoritePlayer,
): readonly FavoritePlayer[] {
  const others = players.filter(({ region, id }) => region !== player.region || id !== player.id)
  return others.length < players.length ? others : [player, ...others].slice(0, FAVORITES_MAX)
}

/** Returns the favorites with the present name of a player; the same list if nothing changes. */
export function withName(
  players: readonly FavoritePlayer[],
  player: FavoritePlayer,
): readonly FavoritePlayer[] {
  const isOld = (one: FavoritePlayer) =>
    one.region === player.region && one.id === player.id && one.name !== player.name
  return players.some(isOld) ? players.map((one) => (isOld(one) ? player : one)) : players
}
