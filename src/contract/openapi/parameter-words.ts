import type { OPERATIONS } from '../operations.ts'

/** The name of a parameter of any operation, as the table has it. */
export type ParameterName = {
  [Id in keyof typeof OPERATIONS]: keyof (typeof OPERATIONS)[Id]['parameters']
}[keyof typeof OPERATIONS]

/** What the document says of each parameter. One without words does not compile. */
export const PARAMETER_WORDS: Readonly<Record<ParameterName, string>> = {
  id: 'The id of an announcement.',
  selectedTab: 'The tab: one of the names, or its number from 0. Left out: `ALL`.',
  arenaSeasonId: 'The id of an arena season.',
  bandId: 'The band whose board is meant. `0`, or left out: the overall board.',
  rankingStart: 'The first rank of the window, at least 1.',
  rankingEnd: 'The last rank of the window, itself included; not below `rankingStart`.',
  musicId: 'The id of a song.',
  circleId: 'The id of a circle: digits only.',
  name: 'Text that the name of a circle contains.',
  memberRange: 'How many members a circle has: one of the names, or its number from 0.',
  joinRule: 'How one joins a circle: one of the names, or its number from 0.',
  playStyle: 'How a circle plays: one of the names, or its number from 0.',
  eventId: 'The id of an event.',
  ranks:
    'Every rank of the window, first and last included, in any order: `1,100` is two ranks, not an interval.',
  challengeMusicId: 'The id of a challenge song, which is not the id of the song.',
  playerId:
    'The account id of a player (`profile.id`, `playerId`, `accountId`); never a `profileId`.',
  gachaId: 'The id of a gacha.',
  productId: 'A product of the gacha. Left out: all of them.',
  selectedPickUp: 'The chosen pick-ups, in any order.',
  profileId: 'The public profile id of a player; never an account id.',
  accountIds: 'Account ids of players; never `profileId`s.',
  page: 'The page of the card, from 1.',
}
