import type { OperationId } from '../../game/operations.ts'

/** The documentation of one operation, besides its summary in the table. */
export interface OperationDescription {
  /**
   * The operationId of its first form, from which those of the other forms are derived. It never
   * changes.
   */
  readonly name: string
  readonly tag: TagName
  /** Markdown for client authors. The first sentence is the most important one. */
  readonly description: string
  /** The meaning of a 404. */
  readonly unknown: string
}

/** The groups of operations, in display order. */
export const TAGS = {
  Announcements: 'Announcements of the game and banners.',
  Arena: 'Arena boards by season and band, and the cards used there.',
  Circles: 'Circles, their members, and circle search.',
  Events: 'Event boards, challenge songs, and the decks that players use in events.',
  Music: 'Boards of songs.',
  Gacha: 'Probabilities of gachas.',
  Profiles: 'Players: profiles, batches, favorites and card images.',
} as const

/** The name of one group. */
export type TagName = keyof typeof TAGS

/** The documentation of every operation. A missing entry does not compile. */
export const OPERATION_DESCRIPTIONS: Readonly<Record<OperationId, OperationDescription>> = {
  'announcement.get': {
    name: 'getAnnouncement',
    tag: 'Announcements',
    description:
      'Returns one complete announcement. `body` may contain HTML of the game: sanitize it before showing it in a page. ' +
      'Times are Unix milliseconds as strings.',
    unknown:
      'The region has no announcement with this id. Ids of another region are usually unknown.',
  },
  'announcement.list': {
    name: 'listAnnouncements',
    tag: 'Announcements',
    description:
      'Returns the announcements of one tab, by default all of them (`ALL`). At most 200 are returned, ' +
      'unless the operator configured another number. A tab with an unlisted number is valid and empty.',
    unknown: 'Never for a tab: an empty one is `200` with `{}`. Only for an unknown path.',
  },
  'arena.ranking': {
    name: 'getArenaRanking',
    tag: 'Arena',
    description:
      '`rankingStart` to `rankingEnd` is a window of ranks, 1-based, first and last included; `x-rank-window` names ' +
      'the maximum number of ranks (10,000 unless configured otherwise); a wider window is a 400 that names ' +
      'the maximum. `rankingEnd` may be beyond the last rank. Rows are ordered by rank and include all rows of a tie; ' +
      'unoccupied ranks are absent, never zero. `bandId` selects the board of one band, with its own ranks and ' +
      '`maxRank`; without it, or with `0`, the overall board. `maxRank` is the highest occupied rank.',
    unknown:
      'The region has no such arena season, or the season has no such band. A board without rows in the window ' +
      'is a `200`.',
  },
  'arena.deckTrend': {
    name: 'getArenaDeckTrend',
    tag: 'Arena',
    description:
      'Returns the cards used most for one song in one arena season: leaders, members and supports, the most ' +
      'used first.',
    unknown: 'The region has no such season or song, or no trend for this combination.',
  },
  'circle.get': {
    name: 'getCircle',
    tag: 'Circles',
    description:
      'Returns one circle, its rank among all circles of the region, and its players. `joinRule`, `playStyle` and ' +
      '`auth` are codes of the game. Players with hidden profiles have only `id` and `name`, as on boards.',
    unknown: 'The region has no such circle. Digits too large for any id are a 404 as well.',
  },
  'circle.search': {
    name: 'searchCircles',
    tag: 'Circles',
    description:
      'Finds circles whose name contains the given text, in any script; a filter that is omitted, empty or ' +
      '`…UNSPECIFIED` matches all. At most 50 are returned, unless the operator configured another number, ordered by total ' +
      'points and then by id. A filter with an unlisted number is valid and matches nothing.',
    unknown: 'Never for a search without a hit: that is `200` with `{}`. Only for an unknown path.',
  },
  'event.ranking': {
    name: 'getEventRanking',
    tag: 'Events',
    description:
      '`ranks` lists every requested rank, first and last included, in any order: `1,100` is two ranks, ' +
      'not an interval. 1 to 100 of them; a duplicate counts twice and is returned once. Rows are ordered by ' +
      'rank and include all rows of a tie. Unoccupied ranks are absent, never zero.',
    unknown:
      'The region has no such event board. A board with none of the ranks is `200` with `{}`.',
  },
  'event.challengeRanking': {
    name: 'getChallengeRanking',
    tag: 'Events',
    description:
      'Returns the best players of a challenge song: 100, unless the operator configured another number. `challengeMusicId` ' +
      'is the id of a challenge song, which is not the id of the song. Rows are in order and have no rank.',
    unknown: 'The region has no board of this challenge song. An empty board is `200` with `{}`.',
  },
  'event.deck': {
    name: 'getEventDeck',
    tag: 'Events',
    description:
      'Returns the deck of a player in an event. `playerId` is an account id, such as `profile.id` on a board; ' +
      'a `profileId` never works.',
    unknown:
      'The region has no such event or player, or no public deck of the player in it. Hidden and missing look the ' +
      'same.',
  },
  'music.ranking': {
    name: 'getMusicRanking',
    tag: 'Music',
    description:
      'Returns the best players of a song: 100, unless the operator configured another number. Rows are in order and have ' +
      'no rank.',
    unknown: 'The region has no board of this song. An empty board is `200` with `{}`.',
  },
  'gacha.rates': {
    name: 'getGachaRates',
    tag: 'Gacha',
    description:
      'Returns the probabilities of one gacha as decimal percentages in text. `products` and `ensuredProducts` map ' +
      'the id of a product to its entry of `probabilities`; entries of these maps are never ' +
      'omitted, `0` included. `selectedPickUp` lists the chosen pick-ups of a gacha with a choice, in any order.',
    unknown: 'The region has no such gacha, or the gacha has no such product or pick-up.',
  },
  'profile.get': {
    name: 'getProfile',
    tag: 'Profiles',
    description:
      'Takes the public profile id, never an account id; the answer has both (`profileId` and `id`). Outside jp a ' +
      'profile id has eleven digits and starts with 2 (tw), 3 (en) or 4 (kr).',
    unknown:
      'The region has no such player, or the profile is not public; the responses are identical. So is that to an id that ' +
      'is invalid in this region.',
  },
  'profile.batch': {
    name: 'getPlayers',
    tag: 'Profiles',
    description:
      'Returns the players of up to 100 account ids. Unknown and hidden ids are omitted, which ' +
      'is no error. Match by `accountId`, never by index. A duplicate id counts twice and is returned once.',
    unknown:
      'Never for unknown ids: they are omitted, and no result is `200` with `{}`. Only for an unknown path.',
  },
  'profile.favorites': {
    name: 'getFavorites',
    tag: 'Profiles',
    description:
      'Returns the number of players of the region who marked this one as a favorite. `{}` is zero. `playerId` is an ' +
      'account id; a `profileId` never works.',
    unknown:
      'The region has no such player, or the profile is not public; the responses are identical.',
  },
  'profile.card': {
    name: 'getProfileCard',
    tag: 'Profiles',
    description:
      'Returns one page of a profile card as a PNG image; pages start at 1. Errors are JSON.',
    unknown:
      'The region has no such player, the profile is not public, or its card has no such page; the responses are identical.',
  },
}
