// Made from the contract by `npm run generate`; changes here are lost.

import type { CallOptions, Data, FillMode, Result } from '../result.ts'
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

/** What the service says in the field `code` of an error. */
export type ServiceErrorCode =
  | 'invalid_request'
  | 'invalid_api_key'
  | 'insufficient_scope'
  | 'not_found'
  | 'method_not_allowed'
  | 'quota_exceeded'
  | 'upstream_error'
  | 'unavailable'
  | 'maintenance'
  | 'upstream_timeout'

/** What `announcement.get` is asked with. */
export interface AnnouncementGetParameters {
  /** The id of an announcement. */
  readonly id: string
}

/** What `announcement.list` is asked with. */
export interface AnnouncementListParameters {
  /** The tab: one of the names, or its number from 0. Left out: `ALL`. */
  readonly selectedTab?: 'ALL' | 'OPENING_EVENTS' | 'BUG' | number | undefined
}

/** What `arena.ranking` is asked with. */
export interface ArenaRankingParameters {
  /** The id of an arena season. */
  readonly arenaSeasonId: string
  /** The band whose board is meant. `0`, or left out: the overall board. */
  readonly bandId?: string | undefined
  /** The first rank of the window, at least 1. */
  readonly rankingStart: number | string
  /** The last rank of the window, itself included; not below `rankingStart`. */
  readonly rankingEnd: number | string
}

/** What `arena.deckTrend` is asked with. */
export interface ArenaDeckTrendParameters {
  /** The id of an arena season. */
  readonly arenaSeasonId: string
  /** The id of a song. */
  readonly musicId: string
}

/** What `circle.get` is asked with. */
export interface CircleGetParameters {
  /** The id of a circle: digits only. */
  readonly circleId: string
}

/** What `circle.search` is asked with. */
export interface CircleSearchParameters {
  /** Text that the name of a circle contains. */
  readonly name?: string | undefined
  /** How many members a circle has: one of the names, or its number from 0. */
  readonly memberRange?:
    | 'MEMBER_RANGE_UNSPECIFIED'
    | 'MEMBER_RANGE_1'
    | 'MEMBER_RANGE_2'
    | 'MEMBER_RANGE_3'
    | number
    | undefined
  /** How one joins a circle: one of the names, or its number from 0. */
  readonly joinRule?: 'JOIN_RULE_UNSPECIFIED' | 'AUTO' | 'REQUEST' | 'INVITE' | number | undefined
  /** How a circle plays: one of the names, or its number from 0. */
  readonly playStyle?:
    'PLAY_STYLE_UNSPECIFIED' | 'FREE' | 'CASUAL' | 'HARD' | 'BEGINNER' | number | undefined
}

/** What `event.ranking` is asked with. */
export interface EventRankingParameters {
  /** The id of an event. */
  readonly eventId: string
  /** Every rank of the window, first and last included, in any order: `1,100` is two ranks, not an interval. More than 100 are asked for in parts. */
  readonly ranks: readonly number[]
}

/** What `event.challengeRanking` is asked with. */
export interface EventChallengeRankingParameters {
  /** The id of a challenge song, which is not the id of the song. */
  readonly challengeMusicId: string
}

/** What `event.deck` is asked with. */
export interface EventDeckParameters {
  /** The account id of a player (`profile.id`, `playerId`, `accountId`); never a `profileId`. */
  readonly playerId: string
  /** The id of an event. */
  readonly eventId: string
}

/** What `music.ranking` is asked with. */
export interface MusicRankingParameters {
  /** The id of a song. */
  readonly musicId: string
}

/** What `gacha.rates` is asked with. */
export interface GachaRatesParameters {
  /** The id of a gacha. */
  readonly gachaId: string
  /** A product of the gacha. Left out: all of them. */
  readonly productId?: string | undefined
  /** The chosen pick-ups, in any order. */
  readonly selectedPickUp?: readonly string[] | undefined
}

/** What `profile.get` is asked with. */
export interface ProfileGetParameters {
  /** The public profile id of a player; never an account id. */
  readonly profileId: string
}

/** What `profile.batch` is asked with. */
export interface ProfileBatchParameters {
  /** Account ids of players; never `profileId`s. More than 100 are asked for in parts. */
  readonly accountIds: readonly string[]
}

/** What `profile.favorites` is asked with. */
export interface ProfileFavoritesParameters {
  /** The account id of a player (`profile.id`, `playerId`, `accountId`); never a `profileId`. */
  readonly playerId: string
}

/** What `profile.card` is asked with. */
export interface ProfileCardParameters {
  /** The public profile id of a player; never an account id. */
  readonly profileId: string
  /** The page of the card, from 1. */
  readonly page: number | string
}

/** One method for each operation. Results have every field, or with `Mode` `sparse` only those that were sent. */
export interface Operations<Mode extends FillMode = 'filled'> {
  readonly announcement: {
    /**
     * One announcement. Gives one announcement whole. `body` may hold HTML of the game: do not trust it in a page of yours. Times are Unix milliseconds as strings.
     *
     * Scope: `game:announcements`.
     */
    get(
      region: Region,
      parameters: AnnouncementGetParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, AnnouncementGetResponse>>>
    /**
     * The announcements of one tab. Gives the announcements of one tab, and all of them (`ALL`) when no tab is named. At most 200 come back, unless the operator set another number. A tab by a number that no name is listed for is legal and empty.
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
     * A window of an arena board, overall or of one band. `rankingStart` to `rankingEnd` is a window of ranks, 1-based, first and last included; `x-rank-window` names how many ranks it may span (1,000 unless the operator set another bound), and a wider one is a 400 that names the bound. `rankingEnd` may lie beyond the last rank. Rows come back by rank, all rows of a tie; a rank that nobody holds is absent, never zero. `bandId` picks the board of one band, which has ranks and a `maxRank` of its own; without it, or with `0`, it is the overall board. `maxRank` is the highest rank that is held.
     *
     * Scope: `game:rankings`.
     */
    ranking(
      region: Region,
      parameters: ArenaRankingParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, ArenaRankingResponse>>>
    /**
     * The cards most used for one song in an arena season. Gives the cards that are used most for one song in one arena season: leaders, members and supports, the most used first.
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
     * One circle with its players. Gives one circle, its rank among all circles of the region, and its players. `joinRule`, `playStyle` and `auth` are codes of the game. Of players who hide their profiles only `id` and `name` are shown, as on boards.
     *
     * Scope: `game:circles`.
     */
    get(
      region: Region,
      parameters: CircleGetParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, CircleGetCircleResponse>>>
    /**
     * Circles by name, size, join rule and play style. Finds circles whose name contains the given text, in any script; every filter that is left out, empty or `…UNSPECIFIED` matches all. At most 50 come back, unless the operator set another number, ordered by total points and then by id. A filter by a number that no name is listed for is legal and finds nothing.
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
     * The rows of an event board at the given ranks. `ranks` names every rank of the window you want, first and last included, in any order: `1,100` is two ranks, not an interval. 1 to 100 of them; the same rank twice counts twice and comes back once. Rows come back by rank, all rows of a tie. A rank that nobody holds is absent, never zero.
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
     * The best players of a challenge song. Gives the best players of a challenge song: 100, unless the operator set another number. `challengeMusicId` is the id of a challenge song, which is not the id of the song. Rows come in order and carry no rank.
     *
     * Scope: `game:rankings`.
     */
    challengeRanking(
      region: Region,
      parameters: EventChallengeRankingParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, EventGetChallengeMusicRankingResponse>>>
    /**
     * The deck a player uses in an event. Gives the deck that a player uses in an event. `playerId` is an account id, such as `profile.id` on a board; a `profileId` never works.
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
     * The best players of a song. Gives the best players of a song: 100, unless the operator set another number. Rows come in order and carry no rank.
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
     * The probabilities of one gacha. Gives the probabilities of one gacha as decimal percentages in text. `products` and `ensuredProducts` say for a product by its id which entry of `probabilities` it draws from; entries of these maps are never left out, `0` included. `selectedPickUp` names the chosen pick-ups where a gacha offers a choice, in any order.
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
     * One public profile, by its public profile id. Takes the public profile id, never an account id; the answer names both (`profileId` and `id`). Outside jp a profile id has eleven digits and begins with 2 (tw), 3 (en) or 4 (kr).
     *
     * Scope: `game:profiles`.
     */
    get(
      region: Region,
      parameters: ProfileGetParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, FriendFindByProfileIDResponse>>>
    /**
     * Up to 100 players by account id; unknown and hidden ones are left out. Gives the players of up to 100 account ids; ids that are unknown or hidden are left out of the answer, which is no error. Match by `accountId`, never by place. An id given twice counts twice and comes back once.
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
     * How many players have marked a player as a favorite. Gives how many players of the region have marked this one as a favorite. `{}` is zero. `playerId` is an account id; a `profileId` never works.
     *
     * Scope: `game:profiles`.
     */
    favorites(
      region: Region,
      parameters: ProfileFavoritesParameters,
      options?: CallOptions,
    ): Promise<Result<Data<Mode, PlayerGetPlayerFavoriteStatusResponse>>>
    /**
     * A page of a profile card as a PNG image. Gives one page of a profile card as a PNG image, pages counted from 1. Errors are JSON, as everywhere.
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
