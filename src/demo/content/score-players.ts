import { DEMO_PLAYERS } from '../demo-ids.ts'
import { seededOrder } from '../seeded-order.ts'
import type { SeededRandom } from '../../platform/text/seeded-random.ts'

/** A player, by index in the region, and the points. */
export interface Score {
  readonly index: number
  readonly point: number
}

/**
 * A score with its rank. Tied players share a rank, and the ranks skipped by the tie are
 * unoccupied.
 */
export interface RankedScore extends Score {
  readonly rank: number
}

/** The ranks with ties, and the number of tied players. */
export type Ties = readonly (readonly [rank: number, players: number])[]

/**
 * The ties of long boards of the demo: the second one crosses the limit of 100 rows that some
 * operations have.
 */
export const DEMO_TIES: Ties = [
  [10, 2],
  [99, 4],
]

/** The ties of event boards. Rank 100, which is requested most, is occupied. */
export const DEMO_EVENT_TIES: Ties = [
  [10, 2],
  [95, 4],
]

/** Players at the end of a long board without points. */
const WITHOUT_POINTS = 5

/** The length from which a board ends with players without points. */
const LONG_BOARD = 50

/**
 * Selects the players of a board: the first `length` of `count`, at most all but one. The best have
 * up to `top` points.
 */
export interface ScoreOptions {
  readonly count: number
  readonly length: number
  readonly top: number
  /** {@link DEMO_TIES} by default. */
  readonly ties?: Ties
}

/**
 * Generates players in a random order, with points that fall as on real boards: steeply at the
 * head, ever more slowly behind, so that the end of a very long board is full of ties. Special
 * players are at fixed places: the first two lead, the hidden one is fifth, the deleted one eighth,
 * the bare one last. Keeps one score in memory at a time.
 */
export function* scorePlayers(
  random: SeededRandom,
  { count, length, top, ties = DEMO_TIES }: ScoreOptions,
): Generator<Score> {
  const indexAt = orderPlayers(random, count)
  const isLong = length >= LONG_BOARD
  let before = top
  for (let place = 0; place < length; place += 1) {
    const isLast = place === length - 1
    const index = isLong && isLast ? DEMO_PLAYERS.bare : indexAt(place)
    if (isLong && place >= length - WITHOUT_POINTS) before = 0
    else if (!isTied(ties, place)) before = drawPoint(random, { place, length, top })
    yield { index, point: before }
  }
}

/** Adds ranks to scores that are sorted from best to worst. */
export function* rankScores(scores: Iterable<Score>): Generator<RankedScore> {
  let [place, rank] = [0, 0]
  let before: number | undefined
  for (const score of scores) {
    place += 1
    if (score.point !== before) rank = place
    before = score.point
    yield { ...score, rank }
  }
}

function isTied(ties: Ties, place: number): boolean {
  return ties.some(([rank, players]) => place >= rank && place < rank - 1 + players)
}

/**
 * Draws points between the bounds of this place and the next, so that points fall wherever there is
 * room to.
 */
function drawPoint(
  random: SeededRandom,
  { place, length, top }: Pick<ScoreOptions, 'length' | 'top'> & { readonly place: number },
): number {
  const boundOf = (at: number) => Math.floor((top / Math.sqrt(at + 1)) * (1 - at / length))
  const [most, least] = [boundOf(place), boundOf(place + 1)]
  return most > least ? random.integer(least + 1, most) : most
}

/**
 * Returns the order of players: special players at their fixed places, all others in random order
 * between them.
 */
function orderPlayers(random: SeededRandom, count: number): (place: number) => number {
  const { first, second, hidden, deleted, bare } = DEMO_PLAYERS
  const fixed = new Map([
    [0, first],
    [1, second],
    [4, hidden],
    [7, deleted],
  ])
  const taken = [...fixed.keys()]
  const fixedBefore = (place: number) => {
    const next = taken.findIndex((at) => at > place)
    return next < 0 ? taken.length : next
  }
  const parts = [first, second, hidden, deleted, bare].toSorted((left, right) => left - right)
  const otherAt = seededOrder(random, count - parts.length)
  return (place) => {
    const known = fixed.get(place)
    if (known !== undefined) return known
    let index = otherAt(place - fixedBefore(place))
    for (const part of parts) if (index >= part) index += 1
    return index
  }
}
