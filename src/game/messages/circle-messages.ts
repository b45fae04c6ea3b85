import { digitsString, int64String, integer, list, message, text } from '../fields.ts'
import { playerSimpleProfile } from './profile-messages.ts'

/** A circle of players. The spec does not define the codes of `joinRule` and `playStyle`. */
export const circle = message(
  'Circle',
  'A circle. `joinRule` and `playStyle` are codes of the game.',
  {
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
  },
)

/** A member of a circle. The spec does not define the codes of `auth`. */
export const circlePlayer = message(
  'CirclePlayer',
  'A member of a circle. `auth` is a code of the game.',
  {
    circleId: digitsString,
    playerId: text,
    auth: integer,
    point: integer,
    weeklyTotalPoint: integer,
    profile: playerSimpleProfile,
  },
)

/** A circle with its rank among all circles and its members. */
export const circleDetailWithPlayerList = message(
  'CircleDetailWithPlayerList',
  'A circle with its rank among all circles and its members.',
  {
    circleRanking: integer,
    detail: circle,
    players: list(circlePlayer),
  },
)

/** `profile` is the circle's master. */
export const circleWithMasterPlayer = message(
  'CircleWithMasterPlayer',
  'A circle, and the profile of its master.',
  {
    circle,
    profile: playerSimpleProfile,
  },
)

/** The answer of `circle.get`. */
export const circleGetCircleResponse = message('circle.GetCircleResponse', 'One circle.', {
  circle: circleDetailWithPlayerList,
})

/** The answer of `circle.search`. */
export const circleSearchResponse = message(
  'circle.SearchResponse',
  'The circles found; `{}` when there are none.',
  {
    circles: list(circleWithMasterPlayer),
  },
)
