import { idCanExist, profileIdCanExist } from './identifiers.ts'
import {
  digits,
  enumOrInt,
  int64,
  list,
  page,
  rank,
  signed,
  text,
  type Int64Kind,
} from '../api/parameter-kind.ts'
import type { Envelope, EnvelopeName } from './envelopes.ts'
import { type ArgumentsOf } from '../api/operation.ts'
import { operation } from './game-operation.ts'
import { withDefault, optional, required } from '../api/parameter.ts'

/** The tabs of the announcement list. The default is `ALL`. */
export const ANNOUNCEMENT_TABS = ['ALL', 'OPENING_EVENTS', 'BUG'] as const

/** The number of members of a circle; the first name means no filter. */
export const MEMBER_RANGES = [
  'MEMBER_RANGE_UNSPECIFIED',
  'MEMBER_RANGE_1',
  'MEMBER_RANGE_2',
  'MEMBER_RANGE_3',
] as const

/** The ways to join a circle; the first name means no filter. */
export const JOIN_RULES = ['JOIN_RULE_UNSPECIFIED', 'AUTO', 'REQUEST', 'INVITE'] as const

/** The play styles of a circle; the first name means no filter. */
export const PLAY_STYLES = ['PLAY_STYLE_UNSPECIFIED', 'FREE', 'CASUAL', 'HARD', 'BEGINNER'] as const

const accountIds = list<Int64Kind>(int64, { min: 1, max: 100 })
const profileId = required(signed, { canExist: profileIdCanExist })

/**
 * The operations. Routes, documents and the test matrix are derived from this table. A route exists
 * only by an entry here, and an entry without a scope does not compile.
 */
export const OPERATIONS = {
  'announcement.get': operation({
    scope: 'game:announcements',
    summary: 'One announcement.',
    parameters: { id: required(int64) },
    forms: ['/announcement', '/announcement/{id}'],
    response: 'announcement.GetResponse',
    emptyIsUnknown: true,
  }),
  'announcement.list': operation({
    scope: 'game:announcements',
    summary: 'The announcements of one tab.',
    parameters: { selectedTab: withDefault(enumOrInt(ANNOUNCEMENT_TABS), 'ALL') },
    forms: ['/announcements', '/announcements/{selectedTab}'],
    response: 'announcement.GetListResponse',
  }),
  'arena.ranking': operation({
    scope: 'game:rankings',
    summary: 'A window of an arena board, overall or of one band.',
    parameters: {
      arenaSeasonId: required(int64),
      bandId: withDefault(int64, '0'),
      rankingStart: required(int64),
      rankingEnd: required(int64),
    },
    forms: [
      '/arena/ranking',
      '/arena/{arenaSeasonId}/ranking/{rankingStart}/{rankingEnd}',
      '/arena/{arenaSeasonId}/ranking/{rankingStart}/{rankingEnd}/band/{bandId}',
    ],
    response: 'arena.ArenaRankingResponse',
    rankWindow: { start: 'rankingStart', end: 'rankingEnd' },
  }),
  'arena.deckTrend': operation({
    scope: 'game:decks',
    summary: 'The cards most used for one song in an arena season.',
    parameters: { arenaSeasonId: required(int64), musicId: required(int64) },
    forms: ['/arena/deck-trend', '/arena/{arenaSeasonId}/music/{musicId}/deck-trend'],
    response: 'arena.DeckTrendResponse',
  }),
  'circle.get': operation({
    scope: 'game:circles',
    summary: 'One circle with its players.',
    parameters: { circleId: required(digits, { canExist: idCanExist }) },
    forms: ['/circle', '/circle/{circleId}'],
    response: 'circle.GetCircleResponse',
    emptyIsUnknown: true,
  }),
  'circle.search': operation({
    scope: 'game:circles',
    summary: 'Circles by name, size, join rule and play style.',
    parameters: {
      name: optional(text, { queryName: 'options.name' }),
      memberRange: withDefault(enumOrInt(MEMBER_RANGES), 'MEMBER_RANGE_UNSPECIFIED', {
        queryName: 'options.memberRange',
      }),
      joinRule: withDefault(enumOrInt(JOIN_RULES), 'JOIN_RULE_UNSPECIFIED', {
        queryName: 'options.joinRule',
      }),
      playStyle: withDefault(enumOrInt(PLAY_STYLES), 'PLAY_STYLE_UNSPECIFIED', {
        queryName: 'options.playStyle',
      }),
    },
    forms: ['/circles/search', '/circles/search/{name}'],
    response: 'circle.SearchResponse',
  }),
  'event.ranking': operation({
    scope: 'game:rankings',
    summary: 'The rows of an event board at the given ranks.',
    parameters: {
      eventId: required(int64),
      ranks: required(list(rank, { min: 1, max: 100, order: 'ascending' })),
    },
    forms: ['/event/ranking', '/event/{eventId}/ranking/{ranks}'],
    response: 'event.GetRankingListResponse',
  }),
  'event.challengeRanking': operation({
    scope: 'game:rankings',
    summary: 'The best players of a challenge song.',
    parameters: { challengeMusicId: required(int64) },
    forms: ['/event/challenge-ranking', '/event/challenge/{challengeMusicId}/ranking'],
    response: 'event.GetChallengeMusicRankingResponse',
  }),
  'event.deck': operation({
    scope: 'game:decks',
    summary: 'The deck a player uses in an event.',
    parameters: { playerId: required(text), eventId: required(int64) },
    forms: ['/event/deck', '/event/{eventId}/deck/{playerId}'],
    response: 'event.GetDeckResponse',
    emptyIsUnknown: true,
  }),
  'music.ranking': operation({
    scope: 'game:rankings',
    summary: 'The best players of a song.',
    parameters: { musicId: required(int64) },
    forms: ['/music/ranking', '/music/{musicId}/ranking'],
    response: 'livemusic.GetRankingResponse',
  }),
  'gacha.rates': operation({
    scope: 'game:gacha',
    summary: 'The probabilities of one gacha.',
    parameters: {
      gachaId: required(int64),
      productId: withDefault(int64, '0'),
      selectedPickUp: optional(list(int64, { min: 0, max: 100, order: 'ascending' })),
    },
    forms: ['/gacha/rates', '/gacha/{gachaId}/rates', '/gacha/{gachaId}/rates/{selectedPickUp}'],
    response: 'gacha.ProbabilityResponse',
  }),
  'profile.get': operation({
    scope: 'game:profiles',
    summary: 'One public profile, by its public profile id.',
    parameters: {
      profileId: { ...profileId, queryName: 'playerProfileId' },
    },
    forms: ['/profile', '/profile/{profileId}'],
    response: 'friend.FindByProfileIDResponse',
    emptyIsUnknown: true,
  }),
  'profile.batch': operation({
    scope: 'game:profiles',
    summary: 'Up to 100 players by account id; unknown and hidden ones are omitted.',
    parameters: { accountIds: required(accountIds) },
    forms: ['/profiles', '/profiles/{accountIds}'],
    response: 'playerext.GetPlayerListResponse',
  }),
  'profile.favorites': operation({
    scope: 'game:profiles',
    summary: 'How many players have marked a player as a favorite.',
    parameters: { playerId: required(text) },
    forms: ['/profile/favorites', '/player/{playerId}/favorites'],
    response: 'player.GetPlayerFavoriteStatusResponse',
  }),
  'profile.card': operation({
    scope: 'game:profile-images',
    summary: 'A page of a profile card as a PNG image.',
    parameters: { profileId, page: required(page) },
    forms: ['/profile/{profileId}/card/{page}'],
    response: 'image/png',
  }),
} as const

/** The id of an operation. */
export type OperationId = keyof typeof OPERATIONS

/** One declared operation. */
export type Operation = (typeof OPERATIONS)[OperationId]

/** Every operation id, in the order of the table. */
export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[]

/** The name of a parameter of any operation in the table. */
export type ParameterName = {
  [Id in OperationId]: keyof (typeof OPERATIONS)[Id]['parameters']
}[OperationId]

/** The typed arguments of the operation `Id`. */
export type Arguments<Id extends OperationId> = ArgumentsOf<(typeof OPERATIONS)[Id]>

/** The message of the operation `Id`. */
export type MessageOf<Id extends OperationId> =
  (typeof OPERATIONS)[Id]['response'] extends infer Response
    ? Response extends EnvelopeName
      ? Envelope<Response>
      : Uint8Array
    : never
