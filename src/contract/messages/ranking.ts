import { int64String, integer, list, message } from '../fields.ts'
import { deckDetail } from './deck.ts'
import { playerSimpleProfile } from './profile.ts'

export const arenaRankingEntry = message('ArenaRankingEntry', {
  rank: integer,
  point: integer,
  profile: playerSimpleProfile,
  deck: deckDetail,
})

export const eventRankingEntry = message('EventRankingEntry', {
  rank: integer,
  point: integer,
  profile: playerSimpleProfile,
})

export const challengeLiveRankingPlayer = message('ChallengeLiveRankingPlayer', {
  score: integer,
  playerData: playerSimpleProfile,
  highScoreDeck: deckDetail,
})

export const liveRankingPlayer = message('LiveRankingPlayer', {
  score: integer,
  playerData: playerSimpleProfile,
  highScoreDeck: deckDetail,
})

export const arenaDeckTrendMemberCard = message('ArenaDeckTrendMemberCard', {
  memberCardId: int64String,
})

export const arenaDeckTrendSupportCard = message('ArenaDeckTrendSupportCard', {
  supportCardId: int64String,
})

export const arenaRankingResponse = message('arena.ArenaRankingResponse', {
  maxRank: int64String,
  ranking: list(arenaRankingEntry),
})

export const arenaDeckTrendResponse = message('arena.DeckTrendResponse', {
  leaders: list(arenaDeckTrendMemberCard),
  members: list(arenaDeckTrendMemberCard),
  supports: list(arenaDeckTrendSupportCard),
})

export const eventGetRankingListResponse = message('event.GetRankingListResponse', {
  ranking: list(eventRankingEntry),
})

export const eventGetChallengeMusicRankingResponse = message(
  'event.GetChallengeMusicRankingResponse',
  { players: list(challengeLiveRankingPlayer) },
)

export const livemusicGetRankingResponse = message('livemusic.GetRankingResponse', {
  players: list(liveRankingPlayer),
})
