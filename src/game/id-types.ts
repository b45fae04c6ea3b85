/** The id types of the clients, with a description of each. Their values are decimal text. */
export const ID_TYPES = {
  AnnouncementId: 'The id of an announcement.',
  ArenaSeasonId: 'The id of an arena season.',
  BandId: 'The id of a band; `0` is the overall board.',
  CardId: 'The id of a member card or support card.',
  ChallengeMusicId: 'The id of a challenge song, which is not the id of the song.',
  CircleId: 'The id of a circle.',
  EventId: 'The id of an event. A repeated event keeps it.',
  GachaId: 'The id of a gacha.',
  MusicId: 'The id of a song.',
  PickUpId: 'The id of a pick-up of a gacha.',
  PlayerId:
    'The account id of a player: `profile.id`, `playerId` and `accountId`. Never a public profile id.',
  ProductId: 'The id of a product of a gacha; `0` is all of them.',
  ProfileId: 'The public profile id of a player. Never an account id.',
} as const

/** One of {@link ID_TYPES}. */
export type IdType = keyof typeof ID_TYPES

/** The id type of each message field that holds one. Other fields in the format int64 are plain. */
export const FIELD_IDS: Readonly<Record<string, IdType>> = {
  'Announcement.id': 'AnnouncementId',
  'AnnouncementExternalContent.id': 'AnnouncementId',
  'ArenaDeckTrendMemberCard.memberCardId': 'CardId',
  'ArenaDeckTrendSupportCard.supportCardId': 'CardId',
  'ArenaSeason.id': 'ArenaSeasonId',
  'Card.id': 'CardId',
  'ChallengeSong.challengeMusicId': 'ChallengeMusicId',
  'ChallengeSong.eventId': 'EventId',
  'ChallengeSong.musicId': 'MusicId',
  'Circle.id': 'CircleId',
  'CirclePlayer.circleId': 'CircleId',
  'CirclePlayer.playerId': 'PlayerId',
  'DeckMemberCardDetail.cardId': 'CardId',
  'DeckSupportCardDetail.cardId': 'CardId',
  'Event.id': 'EventId',
  'Gacha.announcementId': 'AnnouncementId',
  'Gacha.id': 'GachaId',
  'Holder.id': 'PlayerId',
  'PlayerBriefInfo.accountId': 'PlayerId',
  'PlayerBriefInfo.playerId': 'PlayerId',
  'PlayerSimpleProfile.favoriteMemberCardMasterId': 'CardId',
  'PlayerSimpleProfile.id': 'PlayerId',
  'PlayerSimpleProfile.profileId': 'ProfileId',
  'Song.id': 'MusicId',
}

/** The id type of each parameter that takes one, in all interfaces. */
export const PARAMETER_IDS: Readonly<Record<string, IdType>> = {
  accountIds: 'PlayerId',
  arenaSeasonId: 'ArenaSeasonId',
  bandId: 'BandId',
  challengeMusicId: 'ChallengeMusicId',
  circleId: 'CircleId',
  eventId: 'EventId',
  gachaId: 'GachaId',
  id: 'AnnouncementId',
  musicId: 'MusicId',
  playerId: 'PlayerId',
  productId: 'ProductId',
  profileId: 'ProfileId',
  selectedPickUp: 'PickUpId',
}
