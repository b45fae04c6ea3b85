import { CONNECTIONS, sendLoad, type LoadResult, type LoadTarget } from '../load.ts'
import type { Child, Usage } from './start-child.ts'

/** Requests to a program that has just started. */
const COLD = 1_000

/** The measurement of one program in one round. */
export interface Measurement extends LoadResult {
  readonly cpuUsPerRequest: number
}

/** The measurements of all programs in one round. */
export type Round<Name extends string> = Readonly<Record<Name, Measurement>>

/** A program and the requests that it gets. */
export interface Turn<Name extends string> {
  readonly child: Child<Name>
  readonly target: LoadTarget
  /** Multiplier of the number of requests: a fast program needs more to be measured as long. */
  readonly weight?: number
}

/** The numbers of rounds and requests. */
export interface Amounts {
  readonly rounds: number
  /** Requests to each program in each round. */
  readonly perRound: number
  /** Requests to each program before the first round, until its code is compiled. */
  readonly warmUp: number
  readonly connections?: number
}

/** Measures all programs in each round, in a different order each time. */
export async function runRounds<Name extends string>(
  turns: readonly Turn<Name>[],
  { rounds, perRound, warmUp, connections = CONNECTIONS }: Amounts,
): Promise<readonly Round<Name>[]> {
  for (const { target } of turns) {
    // A cold program answers many connections at once too slowly for its own deadlines.
    await sendLoad(target, COLD, { connections: 2 })
    await sendLoad(target, warmUp, { connections })
  }
  const results: Round<Name>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const entries: [Name, Measurement][] = []
    for (const { child, target, weight = 1 } of inTurn(turns, round)) {
      const measured = await measure(child, target, perRound * weight, connections)
      entries.push([child.name, measured])
    }
    results.push(Object.fromEntries(entries) as Round<Name>)
  }
  return results
}

/** Returns the order of a round: no program is always first or always follows the same one. */
function inTurn<Item>(items: readonly Item[], round: number): readonly Item[] {
  const first = round % items.length
  const rotated = [...items.slice(first), ...items.slice(0, first)]
  return Math.floor(round / items.length) % 2 === 0 ? rotated : rotated.toReversed()
}

async function measure(
  child: Child,
  target: LoadTarget,
  amount: number,
  connections: number,
): Promise<Measurement> {
  const edges: Promise<Usage>[] = []
  const onEdge = () => edges.push(child.query('usage'))
  const result = await sendLoad(target, amount, { connections, onEdge })
  const [from, to] = await Promise.all(edges)
  if (from === undefined || to === undefined) throw new Error('Too few requests to measure.')
  // A program that is not Node, or answers in other processes, counts none: use the client's count.
  const answers = to.answers - from.answers || result.measured
  return { ...result, cpuUsPerRequest: (to.cpuUs - from.cpuUs) / answers }
}
