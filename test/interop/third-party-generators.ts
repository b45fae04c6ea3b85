import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..', '..')

/** The OpenAPI documents in the project root. */
export const DOCUMENTS = ['openapi', 'openapi-3.0', 'openapi-developer'] as const

/** Runs a program of this folder. Throws with its output if it fails. */
export function runForeign(program: string, words: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(
    join(HERE, 'node_modules', '.bin', program),
    words,
    {
      encoding: 'utf8',
      cwd: HERE,
      timeout: 120_000,
      env: { ...process.env, SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
    },
  )
  if (status === 0) return
  throw new Error(`${program} ${words.join(' ')}\n${stdout}\n${stderr}\n${error?.message ?? ''}`)
}

/**
 * Generates clients of every document with both generators, and compiles them strictly together
 * with uses of them.
 */
export function generateClients(folder: string): void {
  for (const name of DOCUMENTS) {
    const document = join(ROOT, `${name}.json`)
    runForeign('openapi-typescript', [document, '-o', join(folder, `${name}.ts`)])
    runForeign('openapi-ts', ['-i', document, '-o', join(folder, `hey-${name}`), '--no-log-file'])
  }
  const use = join(folder, 'use.ts')
  writeFileSync(use, USE)
  const clients = DOCUMENTS.flatMap((name) => [
    join(folder, `${name}.ts`),
    join(folder, `hey-${name}`, 'index.ts'),
  ])
  runForeign('tsc', [
    ...'--noEmit --strict --skipLibCheck --target esnext --module preserve'.split(' '),
    use,
    ...clients,
  ])
}

/** Code of a bot developer: what the types must accept and what they must reject. */
const USE = `
import type { paths, components, operations } from './openapi'
import { getEventRanking, getEventRankingByPath, searchCircles } from './hey-openapi'
import type { Announcement } from './hey-openapi'

type Ranks = operations['getEventRanking']['parameters']['query']['ranks']
export const ranks: Ranks = [1, 100]
export const region: operations['getEventRanking']['parameters']['path']['region'] = 'jp'
// @ts-expect-error -- there is no such region
export const nowhere: operations['getEventRanking']['parameters']['path']['region'] = 'cn'
export const id: components['schemas']['PlayerSimpleProfile']['profileId'] = '9223372036854775807'
// @ts-expect-error -- a 64-bit integer is never a number
export const lost: components['schemas']['PlayerSimpleProfile']['profileId'] = 9223372036854775807
export const category: components['schemas']['Announcement']['category'] = 99
export const named: Announcement['category'] = 'EVENT'
export const code: components['schemas']['QuotaExceededProblem']['code'] = 'quota_exceeded'
export type Path = paths['/api/open/v1/game/{region}/profile/{profileId}/card/{page}']

export async function use(): Promise<void> {
  const { data, error } = await getEventRanking({
    path: { region: 'jp' },
    query: { eventId: '2004', ranks: [1, 2, 100] },
  })
  if (error === undefined) for (const { rank = 0, point = 0 } of data?.ranking ?? []) console.log(rank + point)
  else console.log(error.code)
  await getEventRankingByPath({ path: { region: 'jp', eventId: '2004', ranks: [1] } })
  await searchCircles({ path: { region: 'kr' }, query: { 'options.joinRule': 'AUTO', 'options.playStyle': 3 } })
  // @ts-expect-error -- ranks is required
  await getEventRanking({ path: { region: 'jp' }, query: { eventId: '2004' } })
}
`
