import { digitsString, int64String, integer, list, message, text } from '../fields.ts'
import { playerSimpleProfile } from './profile.ts'

export const circle = message('Circle', {
  id: digitsString,
  name: text,
  description: text,
  joinRule: integer,
  playStyle: integer,
  memberCount: integer,
  currentRank: integer,
  nextRankPoint: integer,
  totalPoint: integer,
  weeklyTotalPoint: integer,
  masterLastLoginAt: int64String,
})

export const circlePlayer = message('CirclePlayer', {
  circleId: digitsString,
  playerId: text,
  auth: integer,
  point: integer,
  weeklyTotalPoint: integer,
  profile: playerSimpleProfile,
})

export const circleDetailWithPlayerList = message('CircleDetailWithPlayerList', {
  circleRanking: integer,
  detail: circle,
  players: list(circlePlayer),
})

/** `profile` is the circle's master. */
export const circleWithMasterPlayer = message('CircleWithMasterPlayer', {
  circle,
  profile: playerSimpleProfile,
})

export const circleGetCircleResponse = message('circle.GetCircleResponse', {
  circle: circleDetailWithPlayerList,
})

export const circleSearchResponse = message('circle.SearchResponse', {
  circles: list(circleWithMasterPlayer),
})
