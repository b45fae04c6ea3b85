import { int64String, integer, list, message } from '../fields.ts'
import { deckDetail } from './deck-messages.ts'
import { playerSimpleProfile } from './profile-messages.ts'

/** A row of an arena board. */
export const arenaRankingEntry = message('ArenaRankingEntry', 'A row of an arena board.', {
  rank: integer,
  point: integer,
  profile: playerSimpleProfile,
  deck: deckDetail,
})

/** A row of an event board. */
export const eventRankingEntry = message('EventRankingEntry', 'A row of an event board.', {
  rank: integer,
  point: integer,
  profile: playerSimpleProfile,
})

/** A row of the board of a challenge song. */
export const challengeLiveRankingPlayer = message(
  'ChallengeLiveRankingPlayer',
  'A row of the board of a challenge song.',
  {
    score: integer,
    playerData: playerSimpleProfile,
    highScoreDeck: deckDetail,
  },
)

/** A row of the board of a song. */
export const liveRankingPlayer = message('LiveRankingPlayer', 'A row of the board of a song.', {
  score: integer,
  playerData: playerSimpleProfile,
  highScoreDeck: deckDetail,
})

/** A frequently used member card. */
export const arenaDeckTrendMemberCard = message(
  'ArenaDeckTrendMemberCard',
  'A frequently used member card.',
  {
    memberCardId: int64String,
  },
)

/** A frequently used support card. */
export const arenaDeckTrendSupportCard = message(
  'ArenaDeckTrendSupportCard',
  'A frequently used support card.',
  {
    supportCardId: int64String,
  },
)

/** The answer of `arena.ranking`. `maxRank` is the highest occupied rank. */
export const arenaRankingResponse = message(
  'arena.ArenaRankingResponse',
  'A window of an arena board; unoccupied ranks are absent.',
  {
    maxRank: int64String,
    ranking: list(arenaRankingEntry),
  },
)

/** The answer of `arena.deckTrend`, the most used cards first. */
export const arenaDeckTrendResponse = message(
  'arena.DeckTrendResponse',
  'The most used cards first.',
  {
    leaders: list(arenaDeckTrendMemberCard),
    members: list(arenaDeckTrendMemberCard),
    supports: list(arenaDeckTrendSupportCard),
  },
)

/** The answer of `event.ranking`. An unoccupied rank is absent, never zero. */
export const eventGetRankingListResponse = message(
  'event.GetRankingListResponse',
  'Rows by rank; unoccupied ranks are absent, never zero.',
  {
    ranking: list(eventRankingEntry),
  },
)

/** The answer of `event.challengeRanking`. */
export const eventGetChallengeMusicRankingResponse = message(
  'event.GetChallengeMusicRankingResponse',
  'The best players first.',
  { players: list(challengeLiveRankingPlayer) },
)

/** The answer of `music.ranking`. */
export const livemusicGetRankingResponse = message(
  'livemusic.GetRankingResponse',
  'The best players first.',
  {
    players: list(liveRankingPlayer),
  },
)
