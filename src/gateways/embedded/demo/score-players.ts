import { DEMO_PLAYERS } from './demo-ids.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A player, by the place in the region's list, and what was reached. */
export interface Score {
  readonly index: number
  readonly point: number
}

/** A score with its rank. A tie shares the rank, and as many ranks after it are held by nobody. */
export interface RankedScore extends Score {
  readonly rank: number
}

/** The ranks that every long board of the demo ties at, with how many players: 10 by two, 99 by four. */
export const DEMO_TIES: readonly (readonly [rank: number, players: number])[] = [
  [10, 2],
  [99, 4],
]

/** How many players at the end of a long board have no points. */
const WITHOUT_POINTS = 5

/** The length from which a board ends with players without points. */
const LONG_BOARD = 50

/**
 * The first `length` of `count` players in a random order, with falling points. Those with a part to play stand at
 * fixed places: the first two lead, the hidden one is fifth, the deleted one eighth, the bare one last.
 */
export function scorePlayers(
  random: SeededRandom,
  { count, length, top }: { readonly count: number; readonly length: number; readonly top: number },
): Score[] {
  const order = orderPlayers(random, count).slice(0, length)
  const stepMax = Math.max(1, Math.floor(top / (length + 1)))
  const points: number[] = []
  for (let place = 0; place < length; place += 1) {
    const before = points[place - 1] ?? top
    points.push(isTied(place) ? before : before - random.integer(1, stepMax))
  }
  if (length >= LONG_BOARD) {
    points.fill(0, length - WITHOUT_POINTS)
    order[length - 1] = DEMO_PLAYERS.bare
  }
  return order.map((index, place) => ({ index, point: points[place] ?? 0 }))
}

/** Gives scores, the best first, their ranks. */
export function rankScores(scores: readonly Score[]): RankedScore[] {
  let rank = 0
  return scores.map((score, place) => {
    if (score.point !== scores[place - 1]?.point) rank = place + 1
    return { ...score, rank }
  })
}

function isTied(place: number): boolean {
  return DEMO_TIES.some(([rank, players]) => place >= rank && place < rank - 1 + players)
}

function orderPlayers(random: SeededRandom, count: number): number[] {
  const { first, second, hidden, deleted, bare } = DEMO_PLAYERS
  const parts = new Set<number>([first, second, hidden, deleted, bare])
  const others = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !parts.has(index),
  )
  const order = random.shuffled(others)
  order.splice(0, 0, first, second)
  order.splice(4, 0, hidden)
  order.splice(7, 0, deleted)
  return order
}
