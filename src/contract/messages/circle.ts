import { digitsString, int64String, integer, list, message, text } from '../fields.ts'
import { playerSimpleProfile } from './profile.ts'

/** A circle of players. `joinRule` and `playStyle` are codes whose meaning the spec does not say. */
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

/** A member of a circle. `auth` is a code whose meaning the spec does not say. */
export const circlePlayer = message('CirclePlayer', {
  circleId: digitsString,
  playerId: text,
  auth: integer,
  point: integer,
  weeklyTotalPoint: integer,
  profile: playerSimpleProfile,
})

/** A circle with its rank among all circles and its members. */
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

/** The answer of `circle.get`. */
export const circleGetCircleResponse = message('circle.GetCircleResponse', {
  circle: circleDetailWithPlayerList,
})

/** The answer of `circle.search`. */
export const circleSearchResponse = message('circle.SearchResponse', {
  circles: list(circleWithMasterPlayer),
})
