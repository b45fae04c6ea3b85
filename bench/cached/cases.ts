import { demoExample } from '../../src/demo/demo-example.ts'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'

/** One measured kind of answer. */
export interface Case {
  readonly name: string
  readonly path: string
  readonly encoding: 'identity' | 'gzip'
  /** Requests to each program in each round. */
  readonly perRound: number
  /** Prefixes of the response header values, by header name, for every program. */
  readonly expects: Readonly<Record<string, string>>
}

const { id } = demoExample('announcement.get', 'jp')
const { arenaSeasonId } = demoExample('arena.ranking', 'jp')
const SIZES = [
  { name: '0.6 kB', path: `announcement/${String(id)}`, perRound: 3_000, isCompressed: false },
  { name: '12 kB', path: arenaWindow(9), perRound: 3_000, isCompressed: true },
  { name: '120 kB', path: arenaWindow(89), perRound: 2_000, isCompressed: true },
]

/** All cases. The smallest answer is below the compression threshold and is never compressed. */
export const CASES: readonly Case[] = SIZES.flatMap(({ name, path, perRound, isCompressed }) => {
  const all = { path: `${KEYED_PREFIX}jp/${path}`, perRound }
  const compressed = isCompressed ? { 'Content-Encoding': 'gzip' } : {}
  return [
    { ...all, name, encoding: 'identity', expects: {} },
    { ...all, name: `${name}, gzip`, encoding: 'gzip', expects: compressed },
  ] as const
})

function arenaWindow(ranks: number): string {
  return `arena/${String(arenaSeasonId)}/ranking/1/${ranks}`
}
