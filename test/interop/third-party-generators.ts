import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..', '..')
const run = promisify(execFile)

/** The OpenAPI documents in the project root. */
export const DOCUMENTS = ['openapi', 'openapi-3.0', 'openapi-developer', 'openapi-public'] as const

/** A generator of clients: its program, its words, and the files that it writes. */
interface Generator {
  readonly program: string
  readonly words: (document: string, folder: string, name: string) => readonly string[]
  readonly output: (name: string) => string
}

const GENERATORS: readonly Generator[] = [
  {
    program: 'openapi-typescript',
    words: (document, folder, name) => [document, '-o', join(folder, `${name}.ts`)],
    output: (name) => `${name}.ts`,
  },
  {
    program: 'openapi-ts',
    words: (document, folder, name) => [
      '-i',
      document,
      '-o',
      join(folder, `hey-${name}`),
      '--no-log-file',
    ],
    output: (name) => join(`hey-${name}`, 'index.ts'),
  },
  {
    program: 'orval',
    words: (document, folder, name) => [
      '-i',
      document,
      '-o',
      join(folder, `orval-${name}.ts`),
      '--client',
      'fetch',
    ],
    output: (name) => `orval-${name}.ts`,
  },
  {
    program: 'swagger-typescript-api',
    words: (document, folder, name) => [
      'generate',
      '-p',
      document,
      '-o',
      folder,
      '-n',
      `swagger-${name}.ts`,
    ],
    output: (name) => `swagger-${name}.ts`,
  },
]

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
 * Generates clients of every document with every generator, and compiles them strictly together
 * with uses of them.
 */
export function generateClients(folder: string): void {
  const clients: string[] = []
  for (const name of DOCUMENTS) {
    for (const { program, words, output } of GENERATORS) {
      runForeign(program, words(join(ROOT, `${name}.json`), folder, name))
      clients.push(join(folder, output(name)))
    }
  }
  const use = join(folder, 'use.ts')
  writeFileSync(use, USE)
  runForeign('tsc', [
    ...'--noEmit --strict --skipLibCheck --target esnext --module preserve'.split(' '),
    use,
    ...clients,
  ])
}

/**
 * Calls both forms of an operation with lists through the generated clients that are one file each.
 * Returns the ranks of each answer.
 */
export async function callWithClients(
  folder: string,
  origin: string,
  key: string,
): Promise<unknown> {
  const out = join(folder, 'compiled')
  runForeign('tsc', [
    ...'--skipLibCheck --target esnext --module esnext --moduleResolution bundler'.split(' '),
    '--outDir',
    out,
    join(folder, 'orval-openapi.ts'),
    join(folder, 'swagger-openapi.ts'),
  ])
  writeFileSync(join(out, 'package.json'), '{ "type": "module" }')
  const program = join(out, 'call.js')
  writeFileSync(program, CALLS)
  // The server may run in this process, so it must not wait for the program.
  const { stdout } = await run(process.execPath, [program, origin, key], { timeout: 30_000 })
  return JSON.parse(stdout)
}

/** A program that calls a server (its arguments: origin and key) through compiled clients. */
const CALLS = `
import process from 'node:process'
import { getEventRanking, getEventRankingByPath } from './orval-openapi.js'
import { Api } from './swagger-openapi.js'

const [, , origin, key] = process.argv
const headers = { Authorization: 'Bearer ' + key }
const { fetch } = globalThis
globalThis.fetch = (target, options) => fetch(new URL(target, origin), options)
const asked = { eventId: '2004', ranks: [1, 2, 100] }
const { api } = new Api({ baseUrl: origin, baseApiParams: { headers } })
const answers = [
  await getEventRanking('jp', asked, { headers }),
  await getEventRankingByPath('jp', asked.eventId, asked.ranks, { headers }),
  await api.getEventRanking('jp', asked),
  await api.getEventRankingByPath('jp', asked.eventId, asked.ranks),
]
console.log(JSON.stringify(answers.map(({ data }) => data.ranking.map(({ rank }) => rank))))
`

/** Code of a bot developer: what the types must accept and what they must reject. */
const USE = `
import type { paths, components, operations } from './openapi'
import { getEventRanking, getEventRankingByPath, searchCircles } from './hey-openapi'
import type { Announcement } from './hey-openapi'
import { getEventRanking as requestRanking, getGetEventRankingUrl } from './orval-openapi'
import { Api } from './swagger-openapi'

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
  const answer = await requestRanking('jp', { eventId: '2004', ranks: [1, 2, 100] })
  if (answer.status === 200) for (const { point = 0 } of answer.data.ranking ?? []) console.log(point)
  // @ts-expect-error -- there is no such region
  getGetEventRankingUrl('cn', { eventId: '2004', ranks: [1] })
  const { api } = new Api({ baseUrl: 'http://127.0.0.1:8787' })
  const { data: board } = await api.getEventRanking('jp', { eventId: '2004', ranks: [1, 2, 100] })
  for (const { rank = 0, point = 0 } of board.ranking ?? []) console.log(rank + point)
  // @ts-expect-error -- ranks is required
  await api.getEventRanking('jp', { eventId: '2004' })
}
`
