import type { Region } from '../../game/region.ts'
import type { DatasetWriter } from '../../dataset/dataset-writer.ts'
import { DEMO_PRESENT_MS } from '../demo-calendar.ts'
import { demoAccountId, demoCircleId } from '../demo-ids.ts'
import { DEMO_LANGUAGES } from '../languages/demo-language.ts'
import { DEMO_LOGIN_SPAN_MS } from './demo-player.ts'
import type { SeededRandom } from '../../platform/text/seeded-random.ts'

/**
 * The number of players of each circle, at the bounds of all member ranges. Members are consecutive
 * in the region's list, the master first: the third circle's master is hidden, the only player of
 * the sixth is deleted, and the last circle is empty.
 */
const MEMBER_COUNTS = [30, 10, 11, 20, 21, 1, 5, 15, 25, 12, 3, 0]

/** The number of circles in every region. */
export const DEMO_CIRCLES = MEMBER_COUNTS.length

/** The number of their members in total. */
export const DEMO_CIRCLE_MEMBERS = MEMBER_COUNTS.reduce((sum, members) => sum + members, 0)

/** The circles at these indexes have the same total, so that only their ids order them. */
const TIED = [3, 4] as const

/** The properties of the first circle, which the example of a search filters by. */
export const DEMO_FIRST_CIRCLE = {
  memberRange: 'MEMBER_RANGE_3',
  joinRule: 'AUTO',
  playStyle: 'FREE',
} as const

/** The properties of a circle with its position in the ranking. */
interface CirclePlan {
  readonly at: number
  readonly name: string
  readonly firstMember: number
  readonly memberCount: number
  readonly totalPoint: number
  readonly ranking: number
}

/**
 * Writes the twelve circles that every region has; `more` is the number of other circles ranked
 * above them.
 */
export function writeDemoCircles(
  writer: DatasetWriter,
  region: Region,
  { random, more }: { readonly random: SeededRandom; readonly more: number },
): void {
  const { circleNames } = DEMO_LANGUAGES[region]
  const totals = MEMBER_COUNTS.map((memberCount) => memberCount * random.integer(10_000, 90_000))
  totals[TIED[1]] = totals[TIED[0]] ?? 0
  let firstMember = 0
  for (const [at, memberCount] of MEMBER_COUNTS.entries()) {
    const totalPoint = totals[at] ?? 0
    writeDemoCircle(writer, region, random, {
      at,
      name: circleNames[at] ?? '',
      firstMember,
      memberCount,
      totalPoint,
      ranking: more + 1 + totals.filter((total) => total > totalPoint).length,
    })
    firstMember += memberCount
  }
}

/** Writes one circle with its players. */
export function writeDemoCircle(
  writer: DatasetWriter,
  region: Region,
  random: SeededRandom,
  { at, name, firstMember, memberCount, totalPoint, ranking }: CirclePlan,
): void {
  const players = circlePlayers(region, random, { firstMember, memberCount })
  writer.addCircle(region, {
    ranking,
    masterAccountId: players[0]?.accountId,
    players,
    circle: {
      id: demoCircleId(region, at),
      name,
      description: memberCount === 0 ? '' : DEMO_LANGUAGES[region].circleDescription,
      // The codes are the indexes of the listed names, including 0, the unspecified one.
      joinRule: (at + 1) % 4,
      playStyle: (at + 1) % 5,
      memberCount,
      currentRank: Math.floor(totalPoint / 100_000),
      nextRankPoint: 100_000 - (totalPoint % 100_000),
      totalPoint,
      weeklyTotalPoint: Math.floor(totalPoint / 9),
      masterLastLoginAt:
        memberCount === 0
          ? '0'
          : String(DEMO_PRESENT_MS - random.integer(0, DEMO_LOGIN_SPAN_MS / 1_000) * 1_000),
    },
  })
}

function circlePlayers(
  region: Region,
  random: SeededRandom,
  { firstMember, memberCount }: { readonly firstMember: number; readonly memberCount: number },
) {
  return Array.from({ length: memberCount }, (_, place) => ({
    accountId: demoAccountId(region, firstMember + place),
    // 1 is the master, 0 everyone else.
    auth: place === 0 ? 1 : 0,
    point: random.integer(0, 90_000),
    weeklyTotalPoint: random.integer(0, 9_000),
  }))
}
