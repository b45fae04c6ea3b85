import type { Region } from '../../../domain/region.ts'
import type { DatasetWriter } from '../dataset-writer.ts'
import { DEMO_CIRCLES, DEMO_CIRCLE_MEMBERS, writeDemoCircle } from './demo-circles.ts'
import { DEMO_PLAYER_COUNTS } from './demo-ids.ts'
import { DEMO_LANGUAGES } from './demo-language.ts'
import { rankScores, type Score } from './score-players.ts'
import type { SeededRandom } from './seeded-random.ts'

/** How many players each of these circles has, in turns. */
const MEMBER_COUNTS = [30, 24, 12, 8, 3, 1, 18, 27, 15, 12]

const PLAYERS_IN_TURN = MEMBER_COUNTS.reduce((sum, members) => sum + members, 0)

/** Every one of these circles has more points than any that every region has. */
const LEAST_POINT = 3_000_000
const MOST_POINT = 60_000_000

/** How many circles a region with `count` players has besides the twelve of every region. */
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

/** How many rows the circles of a region have with their players, all together. */
export function demoCircleRows(region: Region, count: number): number {
  const circles = DEMO_CIRCLES + demoMoreCircles(region, count)
  return circles + DEMO_CIRCLE_MEMBERS + playersLeft(region, count)
}

/** Writes the circles of all players that a region has above the least; the last circle takes those that are left. */
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

/** The players beyond the least that a region has; those of the least have their circles or none. */
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
