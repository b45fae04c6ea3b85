import { CONNECTIONS, sendLoad, type LoadResult, type LoadTarget } from '../load.ts'
import type { Child, Usage } from './start-child.ts'

/** One program in one round. */
export interface Measurement extends LoadResult {
  readonly cpuUsPerRequest: number
}

/** One round: every program once. */
export type Round<Name extends string> = Readonly<Record<Name, Measurement>>

/** A program, and what is sent to it. */
export interface Turn<Name extends string> {
  readonly child: Child<Name>
  readonly target: LoadTarget
  /** How many times as many requests it gets as are said; what answers very fast needs more to be measured as long. */
  readonly weight?: number
}

/** How much is sent. */
export interface Amounts {
  readonly rounds: number
  /** Requests to each program in each round. */
  readonly perRound: number
  /** Requests to each program before the first round, until its code is compiled. */
  readonly warmUp: number
  readonly connections?: number
}

/** Measures all programs in turn, round by round, each round in another order. */
export async function runRounds<Name extends string>(
  turns: readonly Turn<Name>[],
  { rounds, perRound, warmUp, connections = CONNECTIONS }: Amounts,
): Promise<readonly Round<Name>[]> {
  for (const { target } of turns) await sendLoad(target, warmUp, { connections })
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

/** Another order in every round, so that nobody always comes first or always behind the same one. */
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
  const onEdge = () => edges.push(child.ask('usage'))
  const result = await sendLoad(target, amount, { connections, onEdge })
  const [from, to] = await Promise.all(edges)
  if (from === undefined || to === undefined) throw new Error('Too few requests to measure.')
  // A program that is not of Node, or answers in processes of its own, does not count: its clients did.
  const answers = to.answers - from.answers || result.measured
  return { ...result, cpuUsPerRequest: (to.cpuUs - from.cpuUs) / answers }
}
