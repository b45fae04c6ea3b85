// Generated from the contract by `npm run generate`. Do not edit.

import type { CallOptions, Data, FillMode, Result } from '../result.ts'
import type {
  AnnouncementId,
  ArenaSeasonId,
  BandId,
  ChallengeMusicId,
  CircleId,
  EventId,
  GachaId,
  MusicId,
  PickUpId,
  PlayerId,
  ProductId,
  ProfileId,
} from './ids.ts'
import type {
  AnnouncementGetListResponse,
  AnnouncementGetResponse,
  ArenaDeckTrendResponse,
  ArenaRankingResponse,
  CircleGetCircleResponse,
  CircleSearchResponse,
  EventGetChallengeMusicRankingResponse,
  EventGetDeckResponse,
  EventGetRankingListResponse,
  EventRankingEntry,
  FriendFindByProfileIDResponse,
  GachaProbabilityResponse,
  LivemusicGetRankingResponse,
  PlayerBriefInfo,
  PlayerGetPlayerFavoriteStatusResponse,
  PlayerextGetPlayerListResponse,
} from './messages.ts'

/** The four game servers. */
export type Region = 'tw' | 'jp' | 'en' | 'kr'

/** The values of the field `code` of an error. */
export type ServiceErrorCode =
  | 'invalid_request'
  | 'invalid_api_key'
  | 'insufficient_scope'
  | 'not_found'
  | 'not_watched'
  | 'method_not_allowed'
  | 'quota_exceeded'
  | 'upstream_error'
  | 'unavailable'
  | 'maintenance'
  | 'upstream_timeout'

/** The values of the field `error.kind` of an error that the game gateway caused. */
export type UpstreamKind =
  | 'authentication'
  | 'business'
  | 'device_conflict'
  | 'maintenance'
  | 'protocol'
  | 'queue_full'
  | 'region_unconfigured'
  | 'session_changed'
  | 'timeout'
  | 'transport'
  | 'version'

/** The parameters of `announcement.get`. */
export interface AnnouncementGetParameters {
  /** The id of an announcement. */
  readonly id: AnnouncementId
}

/** The parameters of `announcement.list`. */
export interface AnnouncementListParameters {
  /** The tab: one of the names, or its number from 0. Default: `ALL`. */
  readonly selectedTab?: 'ALL' | 'OPENING_EVENTS' | 'BUG' | number | undefined
}

/** The parameters of `arena.ranking`. */
export interface ArenaRankingParameters {
  /** The id of an arena season. */
  readonly arenaSeasonId: ArenaSeasonId
  /** The band of the board. `0` (default): the overall board. */
  readonly bandId?: BandId | undefined
  /** The first rank of the window, at least 1. */
  readonly rankingStart: number | string
  /** The last rank of the window, inclusive; not below `rankingStart`. A window wider than the server's maximum is split into several requests. */
  readonly rankingEnd: number | string
}

/** The parameters of `arena.deckTrend`. */
export interface ArenaDeckTrendParameters {
  /** The id of an arena season. */
  readonly arenaSeasonId: ArenaSeasonId
  /** The id of a song. */
  readonly musicId: MusicId
}

/** The parameters of `circle.get`. */
export interface CircleGetParameters {
  /** The id of a circle: digits only. */
  readonly circleId: CircleId
}

/** The parameters of `circle.search`. */
export interface CircleSearchParameters {
  /** A part of the circle name. */
  readonly name?: string | undefined
  /** The number of members: one of the names, or its number from 0. */
  readonly memberRange?:
    | 'MEMBER_RANGE_UNSPECIFIED'
    | 'MEMBER_RANGE_1'
    | 'MEMBER_RANGE_2'
    | 'MEMBER_RANGE_3'
    | number
    | undefined
  /** The way to join: one of the names, or its number from 0. */
  readonly joinRule?: 'JOIN_RULE_UNSPECIFIED' | 'AUTO' | 'REQUEST' | 'INVITE' | number | undefined
  /** The play style: one of the names, or its number from 0. */
  readonly playStyle?:
    'PLAY_STYLE_UNSPECIFIED' | 'FREE' | 'CASUAL' | 'HARD' | 'BEGINNER' | number | undefined
}

/** The parameters of `event.ranking`. */
export interface EventRankingParameters {
  /** The id of an event. */
  readonly eventId: EventId
  /** The requested ranks, first and last included, in any order: `1,100` is two ranks, not an interval. More than 100 are split into several requests. */
  readonly ranks: readonly number[]
}

/** The parameters of `event.challengeRanking`. */
export interface EventChallengeRankingParameters {
  /** The id of a challenge song, which is not the id of the song. */
  readonly challengeMusicId: ChallengeMusicId
}

/** The parameters of `event.deck`. */
export interface EventDeckParameters {
  /** The account id of a player (`profile.id`, `playerId`, `accountId`); never a `profileId`. */
  readonly playerId: PlayerId
  /** The id of an event. */
  readonly eventId: EventId
}

/** The parameters of `music.ranking`. */
export interface MusicRankingParameters {
  /** The id of a song. */
  readonly musicId: MusicId
}

/** The parameters of `gacha.rates`. */
export interface GachaRatesParameters {
  /** The id of a gacha. */
  readonly gachaId: GachaId
  /** A product of the gacha. `0` (default): all of them. */
  readonly productId?: ProductId | undefined
  /** The chosen pick-ups, in any order. */
  readonly selectedPickUp?: readonly PickUpId[] | undefined
}

/** The parameters of `profile.get`. */
export interface ProfileGetParameters {
  /** The public profile id of a player; never an account id. */
  readonly profileId: ProfileId
}

/** The parameters of `profile.batch`. */
export interface ProfileBatchParameters {
  /** Account ids of players; never `profileId`s. More than 100 are split into several requests. */
  readonly accountIds: readonly PlayerId[]
}

/** The parameters of `profile.favorites`. */
export interface ProfileFavoritesParameters {
  /** The account id of a player (`profile.id`, `playerId`, `accountId`); never a `profileId`. */
  readonly playerId: PlayerId
}

/** The parameters of `profile.card`. */
export interface ProfileCardParameters {
  /** The public profile id of a player; never an account id. */
  readonly profileId: ProfileId
  /** The page of the card, from 1. */
  readonly page: number | string
}

/** One method per keyed operation. Defaults are filled in, or with `Mode` `sparse` left out as received. */
export interface Operations<Mode extends FillMode = 'filled'> {
  readonly announcement: {
    /**
     * One announcement. Returns one complete announcement. `body` may contain HTML of the game: sanitize it before showing it in a page. Times are Unix milliseconds as strings.
     *
     * Scope: `game:announcements`.
     */
    get(
      region: Region,
      parameters: AnnouncementGetParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, AnnouncementGetResponse>>>
    /**
     * The announcements of one tab. Returns the announcements of one tab, by default all of them (`ALL`). At most 200 are returned, unless the operator configured another number. A tab with an unlisted number is valid and empty.
     *
     * Scope: `game:announcements`.
     */
    list(
      region: Region,
      parameters?: AnnouncementListParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, AnnouncementGetListResponse>>>
  }
  readonly arena: {
    /**
     * A window of an arena board, overall or of one band. `rankingStart` to `rankingEnd` is a window of ranks, 1-based, first and last included; `x-rank-window` names the maximum number of ranks (10,000 unless configured otherwise); a wider window is a 400 that names the maximum. `rankingEnd` may be beyond the last rank. Rows are ordered by rank and include all rows of a tie; unoccupied ranks are absent, never zero. `bandId` selects the board of one band, with its own ranks and `maxRank`; without it, or with `0`, the overall board. `maxRank` is the highest occupied rank.
     *
     * Scope: `game:rankings`.
     */
    ranking(
      region: Region,
      parameters: ArenaRankingParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, ArenaRankingResponse>>>
    /**
     * The cards most used for one song in an arena season. Returns the cards used most for one song in one arena season: leaders, members and supports, the most used first.
     *
     * Scope: `game:decks`.
     */
    deckTrend(
      region: Region,
      parameters: ArenaDeckTrendParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, ArenaDeckTrendResponse>>>
  }
  readonly circle: {
    /**
     * One circle with its players. Returns one circle, its rank among all circles of the region, and its players. `joinRule`, `playStyle` and `auth` are codes of the game. Players with hidden profiles have only `id` and `name`, as on boards.
     *
     * Scope: `game:circles`.
     */
    get(
      region: Region,
      parameters: CircleGetParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, CircleGetCircleResponse>>>
    /**
     * Circles by name, size, join rule and play style. Finds circles whose name contains the given text, in any script; a filter that is omitted, empty or `…UNSPECIFIED` matches all. At most 50 are returned, unless the operator configured another number, ordered by total points and then by id. A filter with an unlisted number is valid and matches nothing.
     *
     * Scope: `game:circles`.
     */
    search(
      region: Region,
      parameters?: CircleSearchParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, CircleSearchResponse>>>
  }
  readonly event: {
    /**
     * The rows of an event board at the given ranks. `ranks` lists every requested rank, first and last included, in any order: `1,100` is two ranks, not an interval. 1 to 100 of them; a duplicate counts twice and is returned once. Rows are ordered by rank and include all rows of a tie. Unoccupied ranks are absent, never zero.
     *
     * Scope: `game:rankings`.
     */
    ranking(
      region: Region,
      parameters: EventRankingParameters,
      options?: CallOptions,
    ): Promise<
      Result<Data<Mode, EventGetRankingListResponse>> & {
        readonly byRank: ReadonlyMap<
          EventRankingParameters['ranks'][number],
          readonly Data<Mode, EventRankingEntry>[]
        >
      }
    >
    /**
     * The best players of a challenge song. Returns the best players of a challenge song: 100, unless the operator configured another number. `challengeMusicId` is the id of a challenge song, which is not the id of the song. Rows are in order and have no rank.
     *
     * Scope: `game:rankings`.
     */
    challengeRanking(
      region: Region,
      parameters: EventChallengeRankingParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, EventGetChallengeMusicRankingResponse>>>
    /**
     * The deck a player uses in an event. Returns the deck of a player in an event. `playerId` is an account id, such as `profile.id` on a board; a `profileId` never works.
     *
     * Scope: `game:decks`.
     */
    deck(
      region: Region,
      parameters: EventDeckParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, EventGetDeckResponse>>>
  }
  readonly music: {
    /**
     * The best players of a song. Returns the best players of a song: 100, unless the operator configured another number. Rows are in order and have no rank.
     *
     * Scope: `game:rankings`.
     */
    ranking(
      region: Region,
      parameters: MusicRankingParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, LivemusicGetRankingResponse>>>
  }
  readonly gacha: {
    /**
     * The probabilities of one gacha. Returns the probabilities of one gacha as decimal percentages in text. `products` and `ensuredProducts` map the id of a product to its entry of `probabilities`; entries of these maps are never omitted, `0` included. `selectedPickUp` lists the chosen pick-ups of a gacha with a choice, in any order.
     *
     * Scope: `game:gacha`.
     */
    rates(
      region: Region,
      parameters: GachaRatesParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, GachaProbabilityResponse>>>
  }
  readonly profile: {
    /**
     * One public profile, by its public profile id. Takes the public profile id, never an account id; the answer has both (`profileId` and `id`). Outside jp a profile id has eleven digits and starts with 2 (tw), 3 (en) or 4 (kr).
     *
     * Scope: `game:profiles`.
     */
    get(
      region: Region,
      parameters: ProfileGetParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, FriendFindByProfileIDResponse>>>
    /**
     * Up to 100 players by account id; unknown and hidden ones are omitted. Returns the players of up to 100 account ids. Unknown and hidden ids are omitted, which is no error. Match by `accountId`, never by index. A duplicate id counts twice and is returned once.
     *
     * Scope: `game:profiles`.
     */
    batch(
      region: Region,
      parameters: ProfileBatchParameters,
      options?: CallOptions,
    ): Promise<
      Result<Data<Mode, PlayerextGetPlayerListResponse>> & {
        readonly byAccountId: ReadonlyMap<
          ProfileBatchParameters['accountIds'][number],
          readonly Data<Mode, PlayerBriefInfo>[]
        >
      }
    >
    /**
     * How many players have marked a player as a favorite. Returns the number of players of the region who marked this one as a favorite. `{}` is zero. `playerId` is an account id; a `profileId` never works.
     *
     * Scope: `game:profiles`.
     */
    favorites(
      region: Region,
      parameters: ProfileFavoritesParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, PlayerGetPlayerFavoriteStatusResponse>>>
    /**
     * A page of a profile card as a PNG image. Returns one page of a profile card as a PNG image; pages start at 1. Errors are JSON.
     *
     * Scope: `game:profile-images`.
     */
    card(
      region: Region,
      parameters: ProfileCardParameters,
      options?: CallOptions,
    ): Promise<Result<Uint8Array>>
  }
}
