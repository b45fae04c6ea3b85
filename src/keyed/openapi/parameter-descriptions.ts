import type { ParameterName } from '../../game/operations.ts'

/** The description of each parameter. A missing entry does not compile. */
export const PARAMETER_DESCRIPTIONS: Readonly<Record<ParameterName, string>> = {
  id: 'The id of an announcement.',
  selectedTab: 'The tab: one of the names, or its number from 0. Default: `ALL`.',
  arenaSeasonId: 'The id of an arena season.',
  bandId: 'The band of the board. `0` (default): the overall board.',
  rankingStart: 'The first rank of the window, at least 1.',
  rankingEnd: 'The last rank of the window, inclusive; not below `rankingStart`.',
  musicId: 'The id of a song.',
  circleId: 'The id of a circle: digits only.',
  name: 'A part of the circle name.',
  memberRange: 'The number of members: one of the names, or its number from 0.',
  joinRule: 'The way to join: one of the names, or its number from 0.',
  playStyle: 'The play style: one of the names, or its number from 0.',
  eventId: 'The id of an event.',
  ranks:
    'The requested ranks, first and last included, in any order: `1,100` is two ranks, not an interval.',
  challengeMusicId: 'The id of a challenge song, which is not the id of the song.',
  playerId:
    'The account id of a player (`profile.id`, `playerId`, `accountId`); never a `profileId`.',
  gachaId: 'The id of a gacha.',
  productId: 'A product of the gacha. `0` (default): all of them.',
  selectedPickUp: 'The chosen pick-ups, in any order.',
  profileId: 'The public profile id of a player; never an account id.',
  accountIds: 'Account ids of players; never `profileId`s.',
  page: 'The page of the card, from 1.',
}
