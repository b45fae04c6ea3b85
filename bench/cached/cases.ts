import { demoExample } from '../../src/gateways/embedded/demo/demo-example.ts'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'

/** One kind of answer that is measured. */
export interface Case {
  readonly name: string
  readonly path: string
  readonly encoding: 'identity' | 'gzip'
  /** Requests to each program in each round. */
  readonly perRound: number
  /** How the headers of every program begin. */
  readonly expects: Readonly<Record<string, string>>
}

const { id } = demoExample('announcement.get', 'jp')
const { arenaSeasonId } = demoExample('arena.ranking', 'jp')
const SIZES = [
  { name: '0.6 kB', path: `announcement/${String(id)}`, perRound: 3_000, packs: false },
  { name: '12 kB', path: arenaWindow(9), perRound: 3_000, packs: true },
  { name: '120 kB', path: arenaWindow(89), perRound: 2_000, packs: true },
]

/** All kinds. The smallest answer is sent plain to whoever takes gzip too: it is below the size that is compressed. */
export const CASES: readonly Case[] = SIZES.flatMap(({ name, path, perRound, packs }) => {
  const all = { path: `${OPEN_PREFIX}jp/${path}`, perRound }
  const packed = packs ? { 'Content-Encoding': 'gzip' } : {}
  return [
    { ...all, name, encoding: 'identity', expects: {} },
    { ...all, name: `${name}, gzip`, encoding: 'gzip', expects: packed },
  ] as const
})

function arenaWindow(ranks: number): string {
  return `arena/${String(arenaSeasonId)}/ranking/1/${ranks}`
}
