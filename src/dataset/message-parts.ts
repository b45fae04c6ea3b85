import type { MessageOf } from '../game/operations.ts'

/** The spec's PlayerSimpleProfile, every field optional. `id` is the account id. */
export type PlayerSimpleProfile = NonNullable<MessageOf<'profile.get'>['playerProfile']>

/** The spec's PlayerBriefInfo, every field optional. */
export type PlayerBriefInfo = NonNullable<MessageOf<'profile.batch'>['players']>[number]

/** The spec's DeckDetail, every field optional. */
export type DeckDetail = NonNullable<MessageOf<'event.deck'>['deck']>

/** The spec's Announcement, every field optional. */
export type Announcement = NonNullable<MessageOf<'announcement.get'>['announcement']>

/** The spec's AnnouncementExternalContent, every field optional. */
export type ExternalContent = NonNullable<
  MessageOf<'announcement.list'>['externalContents']
>[number]

/** The spec's CircleDetailWithPlayerList, every field optional. */
export type CircleDetail = NonNullable<MessageOf<'circle.get'>['circle']>

/** The spec's Circle, every field optional. */
export type Circle = NonNullable<CircleDetail['detail']>

/** The spec's arena.DeckTrendResponse. */
export type DeckTrend = MessageOf<'arena.deckTrend'>

/** The spec's gacha.ProbabilityResponse. */
export type GachaRates = MessageOf<'gacha.rates'>

/** The spec's PrizeProbability, every field optional. */
export type PrizeProbability = NonNullable<GachaRates['prize']>[number]
