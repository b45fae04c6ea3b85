import { sendLoad, type LoadResult, type LoadTarget } from '../load.ts'
import type { ProgramName } from './programs.ts'
import type { Child, Usage } from './start-child.ts'

/** One program in one round. */
export interface Measurement extends LoadResult {
  readonly cpuUsPerRequest: number
}

/** One round: every program once. */
export type Round = Readonly<Record<ProgramName, Measurement>>

/** How much is sent. */
export interface Amounts {
  readonly rounds: number
  /** Requests to each program in each round; four times as many to those without the service. */
  readonly perRound: number
  /** Requests to each program before the first round, until its code is compiled. */
  readonly warmUp: number
}

/** Measures all programs in turn, round by round, each round in another order. */
export async function runRounds(
  children: readonly Child[],
  targetOf: (child: Child) => LoadTarget,
  { rounds, perRound, warmUp }: Amounts,
): Promise<readonly Round[]> {
  for (const child of children) await sendLoad(targetOf(child), warmUp)
  const results: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const entries: [ProgramName, Measurement][] = []
    for (const child of inTurn(children, round)) {
      entries.push([child.name, await measure(child, targetOf(child), perRound * weightOf(child))])
    }
    results.push(Object.fromEntries(entries) as Round)
  }
  return results
}

/** A program without the service answers so fast that it needs more requests to be measured as long. */
function weightOf({ name }: Child): number {
  return name.startsWith('bare-') ? 4 : 1
}

/** Another order in every round, so that nobody always comes first or always behind the same one. */
function inTurn(children: readonly Child[], round: number): readonly Child[] {
  const first = round % children.length
  const rotated = [...children.slice(first), ...children.slice(0, first)]
  return round % 2 === 0 ? rotated : rotated.toReversed()
}

async function measure(child: Child, target: LoadTarget, amount: number): Promise<Measurement> {
  const edges: Promise<Usage>[] = []
  const result = await sendLoad(target, amount, () => edges.push(child.usage()))
  const [from, to] = await Promise.all(edges)
  if (from === undefined || to === undefined) throw new Error('Too few requests to measure.')
  return { ...result, cpuUsPerRequest: (to.cpuUs - from.cpuUs) / (to.answers - from.answers) }
}
