import { int64String, integer, list, message, text } from '../fields.ts'
import { deckMemberCardDetail } from './deck-messages.ts'

/** A small profile card. */
export const simpleProfileCard = message('SimpleProfileCard', 'A small profile card.', {
  name: text,
  slot: integer,
  thumbnailUrl: list(text),
})

/** `id` is the account id; `profileId` is the public profile id; they are never interchangeable. */
export const playerSimpleProfile = message(
  'PlayerSimpleProfile',
  'A public profile. `id` is the account id, `profileId` the public profile id; they are never interchangeable.',
  {
    id: text,
    profileId: int64String,
    name: text,
    rankExp: integer,
    lastUpdatedAt: int64String,
    favoriteMemberCardMasterId: int64String,
    favoriteMemberCard: deckMemberCardDetail,
    profileCard: simpleProfileCard,
  },
)

/** A player in a batch. `accountId` and `playerId` have the same value. */
export const playerBriefInfo = message(
  'PlayerBriefInfo',
  'A player in a batch. `accountId` and `playerId` have the same value.',
  {
    accountId: int64String,
    playerId: text,
    nickname: text,
    level: integer,
    avatarId: int64String,
    chatBubbleId: int64String,
    chatFrameId: int64String,
    chatThemeId: int64String,
  },
)

/** The answer of `profile.get`. */
export const friendFindByProfileIdResponse = message(
  'friend.FindByProfileIDResponse',
  'One profile.',
  {
    playerProfile: playerSimpleProfile,
  },
)

/** The answer of `profile.batch`. */
export const playerextGetPlayerListResponse = message(
  'playerext.GetPlayerListResponse',
  'The players that exist and are public.',
  {
    players: list(playerBriefInfo),
  },
)

/** The answer of `profile.favorites`. */
export const playerGetPlayerFavoriteStatusResponse = message(
  'player.GetPlayerFavoriteStatusResponse',
  'The number of players who marked this player as a favorite; `{}` is zero.',
  { totalFavorite: int64String },
)
