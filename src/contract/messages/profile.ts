import { int64String, integer, list, message, text } from '../fields.ts'
import { deckMemberCardDetail } from './deck.ts'

/** A profile card, as shown small. */
export const simpleProfileCard = message('SimpleProfileCard', {
  name: text,
  slot: integer,
  thumbnailUrl: list(text),
})

/** `id` is the account id; `profileId` is the public profile id; they are never interchangeable. */
export const playerSimpleProfile = message('PlayerSimpleProfile', {
  id: text,
  profileId: int64String,
  name: text,
  rankExp: integer,
  lastUpdatedAt: int64String,
  favoriteMemberCardMasterId: int64String,
  favoriteMemberCard: deckMemberCardDetail,
  profileCard: simpleProfileCard,
})

/** A player in a batch. `accountId` and `playerId` are one value. */
export const playerBriefInfo = message('PlayerBriefInfo', {
  accountId: int64String,
  playerId: text,
  nickname: text,
  level: integer,
  avatarId: int64String,
  chatBubbleId: int64String,
  chatFrameId: int64String,
  chatThemeId: int64String,
})

/** The answer of `profile.get`. */
export const friendFindByProfileIdResponse = message('friend.FindByProfileIDResponse', {
  playerProfile: playerSimpleProfile,
})

/** The answer of `profile.batch`. */
export const playerextGetPlayerListResponse = message('playerext.GetPlayerListResponse', {
  players: list(playerBriefInfo),
})

/** The answer of `profile.favorites`. */
export const playerGetPlayerFavoriteStatusResponse = message(
  'player.GetPlayerFavoriteStatusResponse',
  { totalFavorite: int64String },
)
