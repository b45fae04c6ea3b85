import { int64String, integer, list, message } from '../fields.ts'
import { deckDetail } from './deck.ts'
import { playerSimpleProfile } from './profile.ts'

/** A row of an arena board. */
export const arenaRankingEntry = message('ArenaRankingEntry', {
  rank: integer,
  point: integer,
  profile: playerSimpleProfile,
  deck: deckDetail,
})

/** A row of an event board. */
export const eventRankingEntry = message('EventRankingEntry', {
  rank: integer,
  point: integer,
  profile: playerSimpleProfile,
})

/** A row of the board of a challenge song. */
export const challengeLiveRankingPlayer = message('ChallengeLiveRankingPlayer', {
  score: integer,
  playerData: playerSimpleProfile,
  highScoreDeck: deckDetail,
})

/** A row of the board of a song. */
export const liveRankingPlayer = message('LiveRankingPlayer', {
  score: integer,
  playerData: playerSimpleProfile,
  highScoreDeck: deckDetail,
})

/** A member card that is used often. */
export const arenaDeckTrendMemberCard = message('ArenaDeckTrendMemberCard', {
  memberCardId: int64String,
})

/** A support card that is used often. */
export const arenaDeckTrendSupportCard = message('ArenaDeckTrendSupportCard', {
  supportCardId: int64String,
})

/** The answer of `arena.ranking`. `maxRank` is the highest rank that is held. */
export const arenaRankingResponse = message('arena.ArenaRankingResponse', {
  maxRank: int64String,
  ranking: list(arenaRankingEntry),
})

/** The answer of `arena.deckTrend`, the most used cards first. */
export const arenaDeckTrendResponse = message('arena.DeckTrendResponse', {
  leaders: list(arenaDeckTrendMemberCard),
  members: list(arenaDeckTrendMemberCard),
  supports: list(arenaDeckTrendSupportCard),
})

/** The answer of `event.ranking`. A rank nobody holds is absent, never zero. */
export const eventGetRankingListResponse = message('event.GetRankingListResponse', {
  ranking: list(eventRankingEntry),
})

/** The answer of `event.challengeRanking`. */
export const eventGetChallengeMusicRankingResponse = message(
  'event.GetChallengeMusicRankingResponse',
  { players: list(challengeLiveRankingPlayer) },
)

/** The answer of `music.ranking`. */
export const livemusicGetRankingResponse = message('livemusic.GetRankingResponse', {
  players: list(liveRankingPlayer),
})
