import type { OperationId } from '../operations.ts'

/** What the document says of one operation, beside its summary in the table. */
export interface OperationWords {
  /** The operationId of its first form; those of the other forms are made from it. Never changes. */
  readonly name: string
  readonly tag: TagName
  /** Markdown for those who write bots. The first sentence is what they must not miss. */
  readonly description: string
  /** What a 404 means, and what it does not mean. */
  readonly unknown: string
}

/** The groups in which operations are shown, in this order. */
export const TAGS = {
  Announcements: 'What the game announces, and the banners beside it.',
  Arena: 'Arena boards by season and band, and which cards are used there.',
  Circles: 'Circles, their members, and the search for them.',
  Events: 'Event boards, challenge songs, and the decks that players use in events.',
  Music: 'Boards of songs.',
  Gacha: 'Probabilities of gachas.',
  Profiles: 'Players: profiles, batches, favorites and card images.',
} as const

/** The name of one group. */
export type TagName = keyof typeof TAGS

/** The words of every operation. One without words does not compile. */
export const OPERATION_WORDS: Readonly<Record<OperationId, OperationWords>> = {
  'announcement.get': {
    name: 'getAnnouncement',
    tag: 'Announcements',
    description:
      'Gives one announcement whole. `body` may hold HTML of the game: do not trust it in a page of yours. ' +
      'Times are Unix milliseconds as strings.',
    unknown: 'This region has no such announcement. Ids of another region are usually unknown.',
  },
  'announcement.list': {
    name: 'listAnnouncements',
    tag: 'Announcements',
    description:
      'Gives the announcements of one tab, and all of them (`ALL`) when no tab is named. At most 200 come back, ' +
      'unless the operator set another number. A tab by a number that no name is listed for is legal and empty.',
    unknown:
      'Never for a tab: an empty one is `200` with `{}`. Only for a path that does not exist.',
  },
  'arena.ranking': {
    name: 'getArenaRanking',
    tag: 'Arena',
    description:
      '`rankingStart` to `rankingEnd` is a window of ranks, 1-based, first and last included; `x-rank-window` names ' +
      'how many ranks it may span (1,000 unless the operator set another bound), and a wider one is a 400 that names ' +
      'the bound. `rankingEnd` may lie beyond the last rank. Rows come back by rank, all rows of a tie; a rank that ' +
      'nobody holds is absent, never zero. `bandId` picks the board of one band, which has ranks and a `maxRank` of ' +
      'its own; without it, or with `0`, it is the overall board. `maxRank` is the highest rank that is held.',
    unknown:
      'This region has no such arena season, or the season has no such band. A board without rows in the window ' +
      'is a `200`.',
  },
  'arena.deckTrend': {
    name: 'getArenaDeckTrend',
    tag: 'Arena',
    description:
      'Gives the cards that are used most for one song in one arena season: leaders, members and supports, the most ' +
      'used first.',
    unknown: 'This region has no such season or song, or there is no trend of the two.',
  },
  'circle.get': {
    name: 'getCircle',
    tag: 'Circles',
    description:
      'Gives one circle, its rank among all circles of the region, and its players. `joinRule`, `playStyle` and ' +
      '`auth` are codes of the game. Of players who hide their profiles only `id` and `name` are shown, as on boards.',
    unknown:
      'This region has no such circle. Digits too large for any id are no error: they are a 404.',
  },
  'circle.search': {
    name: 'searchCircles',
    tag: 'Circles',
    description:
      'Finds circles whose name contains the given text, in any script; every filter that is left out, empty or ' +
      '`…UNSPECIFIED` matches all. At most 50 come back, unless the operator set another number, ordered by total ' +
      'points and then by id. A filter by a number that no name is listed for is legal and finds nothing.',
    unknown:
      'Never for a search without a hit: that is `200` with `{}`. Only for a path that does not exist.',
  },
  'event.ranking': {
    name: 'getEventRanking',
    tag: 'Events',
    description:
      '`ranks` names every rank of the window you want, first and last included, in any order: `1,100` is two ranks, ' +
      'not an interval. 1 to 100 of them; the same rank twice counts twice and comes back once. Rows come back by ' +
      'rank, all rows of a tie. A rank that nobody holds is absent, never zero.',
    unknown:
      'This region has no such event board. A board that holds none of the ranks is `200` with `{}`.',
  },
  'event.challengeRanking': {
    name: 'getChallengeRanking',
    tag: 'Events',
    description:
      'Gives the best players of a challenge song: 100, unless the operator set another number. `challengeMusicId` ' +
      'is the id of a challenge song, which is not the id of the song. Rows come in order and carry no rank.',
    unknown:
      'This region has no board of such a challenge song. One without rows is `200` with `{}`.',
  },
  'event.deck': {
    name: 'getEventDeck',
    tag: 'Events',
    description:
      'Gives the deck that a player uses in an event. `playerId` is an account id, such as `profile.id` on a board; ' +
      'a `profileId` never works.',
    unknown:
      'This region has no such event or player, or no public deck of the player in it. Hidden and missing look the ' +
      'same.',
  },
  'music.ranking': {
    name: 'getMusicRanking',
    tag: 'Music',
    description:
      'Gives the best players of a song: 100, unless the operator set another number. Rows come in order and carry ' +
      'no rank.',
    unknown: 'This region has no board of such a song. One without rows is `200` with `{}`.',
  },
  'gacha.rates': {
    name: 'getGachaRates',
    tag: 'Gacha',
    description:
      'Gives the probabilities of one gacha as decimal percentages in text. `products` and `ensuredProducts` say ' +
      'for a product by its id which entry of `probabilities` it draws from; entries of these maps are never left ' +
      'out, `0` included. `selectedPickUp` names the chosen pick-ups where a gacha offers a choice, in any order.',
    unknown: 'This region has no such gacha, or the gacha offers no such product or pick-up.',
  },
  'profile.get': {
    name: 'getProfile',
    tag: 'Profiles',
    description:
      'Takes the public profile id, never an account id; the answer names both (`profileId` and `id`). Outside jp a ' +
      'profile id has eleven digits and begins with 2 (tw), 3 (en) or 4 (kr).',
    unknown:
      'This region has no such player, or the profile is not public. The two look the same. So does an id that ' +
      'cannot be one in this region.',
  },
  'profile.batch': {
    name: 'getPlayers',
    tag: 'Profiles',
    description:
      'Gives the players of up to 100 account ids; ids that are unknown or hidden are left out of the answer, which ' +
      'is no error. Match by `accountId`, never by place. An id given twice counts twice and comes back once.',
    unknown:
      'Never for unknown ids: they are left out, and none at all is `200` with `{}`. Only for a path that does not exist.',
  },
  'profile.favorites': {
    name: 'getFavorites',
    tag: 'Profiles',
    description:
      'Gives how many players of the region have marked this one as a favorite. `{}` is zero. `playerId` is an ' +
      'account id; a `profileId` never works.',
    unknown: 'This region has no such player, or the profile is not public. The two look the same.',
  },
  'profile.card': {
    name: 'getProfileCard',
    tag: 'Profiles',
    description:
      'Gives one page of a profile card as a PNG image, pages counted from 1. Errors are JSON, as everywhere.',
    unknown:
      'This region has no such player, the profile is not public, or its card has no such page. These look the same.',
  },
}
