// Generated from the contract by `npm run generate`. Do not edit.

import { defineId, type Id } from '../id.ts'

/** The id of an announcement. */
export type AnnouncementId = Id<'AnnouncementId'>

/** Converts to {@link AnnouncementId}. Throws a `TypeError` unless the value is digits. */
export const announcementId = defineId('AnnouncementId')

/** The id of an arena season. */
export type ArenaSeasonId = Id<'ArenaSeasonId'>

/** Converts to {@link ArenaSeasonId}. Throws a `TypeError` unless the value is digits. */
export const arenaSeasonId = defineId('ArenaSeasonId')

/** The id of a band; `0` is the overall board. */
export type BandId = Id<'BandId'>

/** Converts to {@link BandId}. Throws a `TypeError` unless the value is digits. */
export const bandId = defineId('BandId')

/** The id of a member card or support card. */
export type CardId = Id<'CardId'>

/** Converts to {@link CardId}. Throws a `TypeError` unless the value is digits. */
export const cardId = defineId('CardId')

/** The id of a challenge song, which is not the id of the song. */
export type ChallengeMusicId = Id<'ChallengeMusicId'>

/** Converts to {@link ChallengeMusicId}. Throws a `TypeError` unless the value is digits. */
export const challengeMusicId = defineId('ChallengeMusicId')

/** The id of a circle. */
export type CircleId = Id<'CircleId'>

/** Converts to {@link CircleId}. Throws a `TypeError` unless the value is digits. */
export const circleId = defineId('CircleId')

/** The id of an event. A repeated event keeps it. */
export type EventId = Id<'EventId'>

/** Converts to {@link EventId}. Throws a `TypeError` unless the value is digits. */
export const eventId = defineId('EventId')

/** The id of a gacha. */
export type GachaId = Id<'GachaId'>

/** Converts to {@link GachaId}. Throws a `TypeError` unless the value is digits. */
export const gachaId = defineId('GachaId')

/** The id of a song. */
export type MusicId = Id<'MusicId'>

/** Converts to {@link MusicId}. Throws a `TypeError` unless the value is digits. */
export const musicId = defineId('MusicId')

/** The id of a pick-up of a gacha. */
export type PickUpId = Id<'PickUpId'>

/** Converts to {@link PickUpId}. Throws a `TypeError` unless the value is digits. */
export const pickUpId = defineId('PickUpId')

/** The account id of a player: `profile.id`, `playerId` and `accountId`. Never a public profile id. */
export type PlayerId = Id<'PlayerId'>

/** Converts to {@link PlayerId}. Throws a `TypeError` unless the value is digits. */
export const playerId = defineId('PlayerId')

/** The id of a product of a gacha; `0` is all of them. */
export type ProductId = Id<'ProductId'>

/** Converts to {@link ProductId}. Throws a `TypeError` unless the value is digits. */
export const productId = defineId('ProductId')

/** The public profile id of a player. Never an account id. */
export type ProfileId = Id<'ProfileId'>

/** Converts to {@link ProfileId}. Throws a `TypeError` unless the value is digits. */
export const profileId = defineId('ProfileId')
