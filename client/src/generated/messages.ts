// Generated from the contract by `npm run generate`. Do not edit.

import type { AnnouncementId, CardId, CircleId, PlayerId, ProfileId } from './ids.ts'

/** One announcement of the game. */
export interface Announcement {
  readonly id: AnnouncementId
  readonly title: string
  /** May contain HTML. */
  readonly body: string
  /** A listed name, or an unlisted number. `UNSPECIFIED` is omitted. */
  readonly category:
    | 'UNSPECIFIED'
    | 'OTHER'
    | 'EVENT'
    | 'GACHA'
    | 'CAMPAIGN'
    | 'UPDATE'
    | 'MAINTENANCE'
    | 'BUG'
    | number
  readonly bannerPath: string
  readonly bannerUrl: string
  readonly pickupBannerPath: string
  readonly pickupBannerUrl: string
  /** Unix milliseconds. */
  readonly pickupStartAt: string
  /** Unix milliseconds. */
  readonly pickupEndAt: string
  /** Unix milliseconds. */
  readonly startAt: string
  /** Unix milliseconds. */
  readonly endAt: string
  /** Unix milliseconds. */
  readonly lastUpdatedAt: string
  readonly sortOrder: number
  readonly stylesheetId: string
}

/** A banner with a link out of the game. */
export interface AnnouncementExternalContent {
  readonly id: AnnouncementId
  readonly bannerPath: string
}

/** The announcements of a tab; `{}` when there are none. */
export interface AnnouncementGetListResponse {
  readonly announcements: readonly Announcement[]
  readonly externalContents: readonly AnnouncementExternalContent[]
}

/** One announcement. */
export interface AnnouncementGetResponse {
  readonly announcement?: Announcement | undefined
}

/** A circle. `joinRule` and `playStyle` are codes of the game. */
export interface Circle {
  readonly id: CircleId
  readonly name: string
  readonly description: string
  readonly joinRule: number
  readonly playStyle: number
  readonly memberCount: number
  readonly currentRank: number
  readonly nextRankPoint: number
  readonly totalPoint: number
  readonly weeklyTotalPoint: number
  /** Unix milliseconds. */
  readonly masterLastLoginAt: string
}

/** A member card of a player. */
export interface DeckMemberCardDetail {
  readonly cardId: CardId
  readonly cardRank: number
  readonly exp: number
  readonly awakeCount: number
  readonly liveSkillLevel: number
  readonly performanceSkillLevel: number
}

/** A small profile card. */
export interface SimpleProfileCard {
  readonly name: string
  readonly slot: number
  readonly thumbnailUrl: readonly string[]
}

/** A public profile. `id` is the account id, `profileId` the public profile id; they are never interchangeable. */
export interface PlayerSimpleProfile {
  /** The account id. Use it for decks, batches and favorites. */
  readonly id: PlayerId
  /** The public profile id. Use it for profiles and cards only. */
  readonly profileId: ProfileId
  readonly name: string
  readonly rankExp: number
  /** Unix milliseconds. */
  readonly lastUpdatedAt: string
  readonly favoriteMemberCardMasterId: CardId
  readonly favoriteMemberCard?: DeckMemberCardDetail | undefined
  readonly profileCard?: SimpleProfileCard | undefined
}

/** A member of a circle. `auth` is a code of the game. */
export interface CirclePlayer {
  readonly circleId: CircleId
  /** The account id. */
  readonly playerId: PlayerId
  readonly auth: number
  readonly point: number
  readonly weeklyTotalPoint: number
  readonly profile?: PlayerSimpleProfile | undefined
}

/** A circle with its rank among all circles and its members. */
export interface CircleDetailWithPlayerList {
  readonly circleRanking: number
  readonly detail?: Circle | undefined
  readonly players: readonly CirclePlayer[]
}

/** One circle. */
export interface CircleGetCircleResponse {
  readonly circle?: CircleDetailWithPlayerList | undefined
}

/** A circle, and the profile of its master. */
export interface CircleWithMasterPlayer {
  readonly circle?: Circle | undefined
  readonly profile?: PlayerSimpleProfile | undefined
}

/** The circles found; `{}` when there are none. */
export interface CircleSearchResponse {
  readonly circles: readonly CircleWithMasterPlayer[]
}

/** A support card of a player. */
export interface DeckSupportCardDetail {
  readonly cardId: CardId
  readonly exp: number
  readonly rank: number
}

/** One slot of a deck. */
export interface DeckCardDetail {
  readonly slotIndex: number
  readonly performanceOrderIndex: number
  readonly memberCard?: DeckMemberCardDetail | undefined
  readonly supportCard?: DeckSupportCardDetail | undefined
}

/** A deck with its cards. */
export interface DeckDetail {
  readonly id: number
  readonly name: string
  readonly totalPower: number
  readonly cards: readonly DeckCardDetail[]
}

/** One deck. */
export interface EventGetDeckResponse {
  readonly deck?: DeckDetail | undefined
}

/** The probability of a lot. */
export interface LotProbability {
  readonly lotId: string
  /** A percentage as decimal text. */
  readonly probabilityPercent: string
}

/** The probability of a prize. */
export interface PrizeProbability {
  readonly prizeId: string
  /** A percentage as decimal text. */
  readonly probabilityPercent: string
}

/** The lots and prizes of one way to draw. */
export interface Probability {
  readonly lot: readonly LotProbability[]
  readonly prize: readonly PrizeProbability[]
}

/** `products` and `ensuredProducts` name an entry of `probabilities` by product. Entries of maps are never omitted. */
export interface GachaProbabilityResponse {
  readonly ensuredLot: readonly LotProbability[]
  readonly ensuredPrize: readonly PrizeProbability[]
  readonly ensuredProducts: Readonly<Record<string, number>>
  readonly lot: readonly LotProbability[]
  readonly prize: readonly PrizeProbability[]
  readonly probabilities: Readonly<Record<string, Probability>>
  readonly products: Readonly<Record<string, number>>
}

/** One profile. */
export interface FriendFindByProfileIDResponse {
  readonly playerProfile?: PlayerSimpleProfile | undefined
}

/** The number of players who marked this player as a favorite; `{}` is zero. */
export interface PlayerGetPlayerFavoriteStatusResponse {
  readonly totalFavorite: string
}

/** A player in a batch. `accountId` and `playerId` have the same value. */
export interface PlayerBriefInfo {
  /** The requested account id. */
  readonly accountId: PlayerId
  /** The same account id. */
  readonly playerId: PlayerId
  readonly nickname: string
  readonly level: number
  readonly avatarId: string
  readonly chatBubbleId: string
  readonly chatFrameId: string
  readonly chatThemeId: string
}

/** The players that exist and are public. */
export interface PlayerextGetPlayerListResponse {
  readonly players: readonly PlayerBriefInfo[]
}

/** A frequently used member card. */
export interface ArenaDeckTrendMemberCard {
  readonly memberCardId: CardId
}

/** A frequently used support card. */
export interface ArenaDeckTrendSupportCard {
  readonly supportCardId: CardId
}

/** The most used cards first. */
export interface ArenaDeckTrendResponse {
  readonly leaders: readonly ArenaDeckTrendMemberCard[]
  readonly members: readonly ArenaDeckTrendMemberCard[]
  readonly supports: readonly ArenaDeckTrendSupportCard[]
}

/** A row of an arena board. */
export interface ArenaRankingEntry {
  readonly rank: number
  readonly point: number
  readonly profile?: PlayerSimpleProfile | undefined
  readonly deck?: DeckDetail | undefined
}

/** A window of an arena board; unoccupied ranks are absent. */
export interface ArenaRankingResponse {
  /** The highest occupied rank. */
  readonly maxRank: string
  readonly ranking: readonly ArenaRankingEntry[]
}

/** A row of the board of a challenge song. */
export interface ChallengeLiveRankingPlayer {
  readonly score: number
  readonly playerData?: PlayerSimpleProfile | undefined
  readonly highScoreDeck?: DeckDetail | undefined
}

/** The best players first. */
export interface EventGetChallengeMusicRankingResponse {
  readonly players: readonly ChallengeLiveRankingPlayer[]
}

/** A row of an event board. */
export interface EventRankingEntry {
  readonly rank: number
  readonly point: number
  readonly profile?: PlayerSimpleProfile | undefined
}

/** Rows by rank; unoccupied ranks are absent, never zero. */
export interface EventGetRankingListResponse {
  readonly ranking: readonly EventRankingEntry[]
}

/** A row of the board of a song. */
export interface LiveRankingPlayer {
  readonly score: number
  readonly playerData?: PlayerSimpleProfile | undefined
  readonly highScoreDeck?: DeckDetail | undefined
}

/** The best players first. */
export interface LivemusicGetRankingResponse {
  readonly players: readonly LiveRankingPlayer[]
}
