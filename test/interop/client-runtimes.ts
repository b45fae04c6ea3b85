import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The client that a server gives away, installed by npm, on every runtime that it claims. The
// runtimes are 1.1 GB, so only `npm run test:interop` installs them.
const RUNTIMES = join(import.meta.dirname, 'runtimes')
const MODULES = join(RUNTIMES, 'node_modules')
const folder = temporaryFolder()
const run = promisify(execFile)
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
let service: TestService
let key: string

before(async () => {
  for (const cwd of [RUNTIMES, import.meta.dirname]) {
    const { status } = spawnSync('npm', ['ci', ...QUIET], { cwd, stdio: 'inherit' })
    assert.equal(status, 0, `npm ci in ${cwd}`)
  }
  service = await startTestService({ folder: join(folder, 'service') })
  key = (await service.issueKey()).text
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const file = `${service.origin}/docs/files/backline-client.tgz`
  await run('npm', ['install', ...QUIET, '--cache', '.npm', file], { cwd: folder, timeout: 60_000 })
})
after(() => service.stop())

/** Prints what both interfaces, a live stream and an error come to. */
const PROGRAM = `
const [baseUrl, key] = (globalThis.Deno?.args ?? globalThis.process.argv.slice(2))
async function main() {
  const client = createClient({ baseUrl, key, appName: 'interop', share: 'auto' })
  const asked = { eventId: eventId('2004'), ranks: [1, 57] }
  const { byRank, fetchedAt, limits } = await client.event.ranking('jp', asked)
  const error = await client.circle.get('jp', { circleId: '1' }).catch((thrown) => thrown)
  const { data } = await client.public.events.list('jp')
  const live = client.live('jp')
  const waiting = live.next().catch(() => {})
  while (live.position === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
  await live.return()
  await waiting
  const { data: quota } = await client.developer.quota()
  console.log(JSON.stringify([
    byRank.get(1).length, byRank.get(57).length, fetchedAt instanceof Date, limits.minute.limit > 0,
    error instanceof BacklineError, error.code, Array.isArray(data.events), live.position,
    quota.minute.used > 0,
  ]))
}
main()
`
const NAMES = 'BacklineError, createClient, eventId'
const PROGRAMS = {
  'program.mjs': `import { ${NAMES} } from '@backline/client'\n${PROGRAM}`,
  'program.cjs': `const { ${NAMES} } = require('@backline/client')\n${PROGRAM}`,
}
const PRINTED = '[1,0,true,true,true,"not_found",true,"0",true]'

const DENO = ['run', '--allow-net', '--allow-env', '--allow-read', '--node-modules-dir=manual']

/** Every runtime: its program, and the words before the name of a file. */
const PROGRAMS_BY_RUNTIME: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ...Object.fromEntries(
    ['20.0', '20.18', '22', '24', '26'].map((version) => [
      `Node ${version}`,
      [join(MODULES, `node-${version}`, 'bin', 'node')] as const,
    ]),
  ),
  Bun: [join(MODULES, '@oven', 'bun-linux-x64', 'bin', 'bun')],
  Deno: [join(MODULES, '@deno', 'linux-x64-glibc', 'deno'), ...DENO],
}

describe('the client that a server gives away', () => {
  for (const [name, [program, ...words]] of Object.entries(PROGRAMS_BY_RUNTIME)) {
    for (const [file, code] of Object.entries(PROGRAMS)) {
      it(`runs on ${name} as ${file.endsWith('.cjs') ? 'CommonJS' : 'ECMAScript module'}`, async () => {
        assert.ok(existsSync(program), `${name} has no package for this machine`)
        writeFileSync(join(folder, file), code)
        const { stdout, stderr } = await run(program, [...words, file, service.origin, key], {
          cwd: folder,
          timeout: 60_000,
        })
        assert.equal(stdout.trim(), PRINTED)
        assert.equal(stderr, '')
      })
    }
  }
})

/** A strict program: types of parameters, results and entries, and a mistake that is found. */
const TYPED = `
import { createClient, eventId, type PublicEvent } from '@backline/client'
export async function main(): Promise<readonly PublicEvent[]> {
  const client = createClient({ baseUrl: 'http://x' })
  const board = await client.event.ranking('jp', { eventId: eventId('1'), ranks: [1] })
  const name: string | undefined = board.byRank.get(1)?.[0]?.profile?.name
  for await (const { type, data } of client.live('jp')) if (type === 'missed') return void data as never
  // @ts-expect-error -- ids are not plain strings
  await client.event.ranking('jp', { eventId: name ?? '', ranks: [1] })
  return (await client.public.events.list('jp')).data.events
}
`

describe('the types of the client', () => {
  const resolutions: readonly (readonly [string, ...string[]])[] = [
    ['typed.mts', '--module', 'node16'],
    ['typed.cts', '--module', 'node16'],
    ['typed.mts', '--module', 'nodenext'],
    ['typed.cts', '--module', 'nodenext'],
    ['typed.ts', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ]
  const compilers = {
    'TypeScript 5': join(import.meta.dirname, 'node_modules', '.bin', 'tsc'),
    'TypeScript 7': join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc'),
  }
  for (const [compiler, tsc] of Object.entries(compilers)) {
    for (const [file, ...words] of resolutions) {
      it(`are found by ${compiler} in ${file} with ${words.join(' ')}`, () => {
        writeFileSync(join(folder, file), TYPED)
        const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022']
        const common = [...strict, '--lib', 'es2022,dom,dom.iterable']
        const { status, stdout } = spawnSync(tsc, [...common, ...words, file], {
          cwd: folder,
          encoding: 'utf8',
        })
        assert.equal(status, 0, stdout)
      })
    }
  }
})
