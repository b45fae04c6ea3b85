import type { Region } from '../../game/region.ts'
import type { DatasetWriter } from '../../dataset/dataset-writer.ts'
import { DEMO_CIRCLES, DEMO_CIRCLE_MEMBERS, writeDemoCircle } from './demo-circles.ts'
import { DEMO_PLAYER_COUNTS } from '../demo-ids.ts'
import { DEMO_LANGUAGES } from '../languages/demo-language.ts'
import { rankScores, type Score } from './score-players.ts'
import type { SeededRandom } from '../../platform/text/seeded-random.ts'

/** The numbers of players of these circles, in rotation. */
const MEMBER_COUNTS = [30, 24, 12, 8, 3, 1, 18, 27, 15, 12]

const PLAYERS_IN_TURN = MEMBER_COUNTS.reduce((sum, members) => sum + members, 0)

/** Minimum points of these circles, above those of the circles that every region has. */
const LEAST_POINT = 3_000_000
const MOST_POINT = 60_000_000

/**
 * Returns the number of circles a region with `count` players has besides the twelve of every
 * region.
 */
export function demoMoreCircles(region: Region, count: number): number {
  const players = playersLeft(region, count)
  const turns = Math.floor(players / PLAYERS_IN_TURN)
  let rest = players % PLAYERS_IN_TURN
  const started = MEMBER_COUNTS.filter((members) => {
    const isNeeded = rest > 0
    rest -= members
    return isNeeded
  })
  return turns * MEMBER_COUNTS.length + started.length
}

/** Returns the number of rows of all circles of a region with their players. */
export function demoCircleRows(region: Region, count: number): number {
  const circles = DEMO_CIRCLES + demoMoreCircles(region, count)
  return circles + DEMO_CIRCLE_MEMBERS + playersLeft(region, count)
}

/**
 * Writes circles for all players above the minimum of the region; the last circle takes the
 * remainder.
 */
export function writeDemoMoreCircles(
  writer: DatasetWriter,
  region: Region,
  { count, random }: { readonly count: number; readonly random: SeededRandom },
): void {
  let firstMember = DEMO_PLAYER_COUNTS[region]
  for (const { index, rank, point } of rankScores(fallingScores(demoMoreCircles(region, count)))) {
    const members = MEMBER_COUNTS[index % MEMBER_COUNTS.length] ?? 0
    const memberCount = Math.min(members, count - firstMember)
    writeDemoCircle(writer, region, random, {
      at: DEMO_CIRCLES + index,
      name: circleName(region, random),
      firstMember,
      memberCount,
      totalPoint: point,
      ranking: rank,
    })
    firstMember += memberCount
  }
}

/**
 * Returns the number of players above the minimum of the region. The others are in the fixed
 * circles or in none.
 */
function playersLeft(region: Region, count: number): number {
  return count - DEMO_PLAYER_COUNTS[region]
}

function* fallingScores(length: number): Generator<Score> {
  for (let index = 0; index < length; index += 1) {
    yield { index, point: LEAST_POINT + Math.floor(MOST_POINT / Math.sqrt(index + 1)) }
  }
}

function circleName(region: Region, random: SeededRandom): string {
  const { nameStarts, nameEnds } = DEMO_LANGUAGES[region]
  const number = random.integer(0, 2) === 0 ? '' : ` ${random.integer(2, 999)}`
  return `${random.pick(nameStarts)}${random.pick(nameEnds)}${number}`
}
