import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { installClient } from './install-client.ts'

/**
 * 14 kB, for everything that a program loads, minified and compressed: what a server sends in the
 * first round trip of a connection, ten segments of 1,460 bytes with their headers. With the tables
 * of both interfaces, pages need no second package for public data.
 */
const BYTES_MAX = 14_336

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder()
const installed = join(folder, 'node_modules', '@backline', 'client')
let files: readonly string[]
let service: TestService

before(async () => {
  files = installClient(folder)
  service = await startTestService({ folder: join(folder, 'service') })
})
after(() => service.stop())

const read = (file: string) => readFileSync(join(installed, file), 'utf8')

describe('the package of the client', () => {
  it('holds code, types, a README and the license, and no tests and sources', () => {
    const sources = readdirNames()
    const module = sources.flatMap((name) => [`${name}.js`, `${name}.d.ts`])
    const expected = [...module, ...module.map((name) => `cjs/${name}`)]
    const others = ['LICENSE', 'README.md', 'package.json', 'cjs/package.json']
    assert.deepEqual([...files].sort(), [...expected, ...others].sort())
    assert.equal(read('LICENSE'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
  })

  it('is a module without dependencies, whose entries are there', () => {
    const about = JSON.parse(read('package.json')) as Record<string, unknown> & {
      exports: { readonly '.': Readonly<Record<'import' | 'require', object>> }
    }
    assert.deepEqual(
      [about['name'], about['type'], about['license']],
      ['@backline/client', 'module', 'MIT'],
    )
    for (const name of [
      'dependencies',
      'peerDependencies',
      'optionalDependencies',
      'scripts',
      'private',
    ]) {
      assert.equal(about[name], undefined, name)
    }
    const entries = [...JSON.stringify(about.exports).matchAll(/"(\.\/[^"]+)"(?!:)/g)]
    assert.equal(entries.length, 5)
    for (const [, entry = ''] of entries) assert.ok(files.includes(entry.slice(2)), entry)
    for (const condition of Object.values(about.exports['.'])) {
      // Types come first: a resolver takes the first condition that fits.
      assert.deepEqual(Object.keys(condition), ['types', 'default'])
    }
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      version: string
    }
    assert.equal(about['version'], version)
  })

  it('is small: 14 kB, as a bundler delivers it', async () => {
    const bundle = await rolldown({ input: join(installed, 'client.js') })
    const { output } = await bundle.generate({ minify: true })
    assert.equal(output.length, 1)
    const bytes = gzipSync(output[0].code, { level: 9 }).length
    assert.ok(bytes > 1_000 && bytes <= BYTES_MAX, `${bytes} bytes`)
  })

  it('asks for nothing that only one runtime has', () => {
    const code = files
      .filter((file) => file.endsWith('.js') && !file.startsWith('cjs/'))
      .map(read)
      .join('\n')
    assert.doesNotMatch(code, /\b(?:process|Buffer|require|Deno|Bun|navigator)\b|node:/)
  })

  it('has types that a strict program is checked by, with the libraries of Node and of browsers', () => {
    const text = `
      import { createClient, eventId, musicId, profileId, type EventRankingEntry, type Result } from '@backline/client'
      const client = createClient({ baseUrl: 'http://x', key: 'k' })
      const event = eventId('1')
      const board = await client.event.ranking('jp', { eventId: event, ranks: [1] })
      const rows: readonly EventRankingEntry[] | undefined = board.byRank.get(1)
      export const point: number | undefined = rows?.[0]?.point
      export const name: string | undefined = board.data.ranking[0]!.profile?.name
      const image: Result<Uint8Array> = await client.profile.card('jp', { profileId: profileId(1), page: 1 })
      export const bytes: number = image.data.byteLength
      const sparse = createClient({ baseUrl: 'http://x', fillDefaults: false })
      const { data } = await sparse.event.ranking('jp', { eventId: event, ranks: [1] })
      export const maybe: string | undefined = data.ranking?.[0]?.profile?.name
      const holder = board.data.ranking[0]!.profile!
      await client.profile.get('jp', { profileId: holder.profileId })
      await client.event.deck('jp', { playerId: holder.id, eventId: event })
      for await (const entry of client.live('jp', { after: '1' })) {
        if (entry.type === 'snapshot') exportRank(entry.data.rows[0]?.points)
      }
      function exportRank(points: number | undefined): void { void points }
      const speed = await client.public.current.speed('jp', { ranks: [1] })
      export const perHour: number | undefined = speed.data.ranks[0]?.perHour
      // @ts-expect-error -- ids are not plain strings
      await client.event.ranking('jp', { eventId: '1', ranks: [1] })
      // @ts-expect-error -- a profile id is no account id
      await client.event.deck('jp', { playerId: holder.profileId, eventId: event })
      // @ts-expect-error -- a song id is no event id
      await client.event.ranking('jp', { eventId: musicId('1'), ranks: [1] })
      // @ts-expect-error -- a deleted player has no profile
      export const nameOfDeleted: string = board.data.ranking[0]!.profile.name
      // @ts-expect-error -- there is no such region
      await client.announcement.list('cn')
      // @ts-expect-error -- a parameter is missing
      await client.circle.get('jp', {})
      // @ts-expect-error -- what was left out may be absent
      export const surely: string = data.ranking[0].profile.name
    `
    writeFileSync(join(folder, 'program.mts'), text)
    // A CommonJS program cannot await at its top level.
    const inFunction = text
      .replace(/^(\s*import .*)$/m, '$1\nexport async function main() {')
      .replaceAll(/^(\s*)export const/gm, '$1const')
    writeFileSync(join(folder, 'program.cts'), `${inFunction}}`)
    const node = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')]
    for (const words of [
      ['--lib', 'es2022,dom', '--types', '', '--module', 'nodenext', 'program.mts'],
      ['--lib', 'es2022', ...node, '--module', 'nodenext', 'program.mts'],
      ['--lib', 'es2022', ...node, '--module', 'node16', 'program.cts'],
      ['--lib', 'es2022', ...node, '--module', 'nodenext', 'program.cts'],
      [
        '--lib',
        'es2022,dom',
        '--module',
        'preserve',
        '--moduleResolution',
        'bundler',
        'program.mts',
      ],
    ]) {
      const { status, stdout } = spawnSync(
        join(ROOT, 'node_modules', '.bin', 'tsc'),
        ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', ...words],
        { cwd: folder, encoding: 'utf8' },
      )
      assert.equal(status, 0, stdout)
    }
  })
})

describe('the package that a server gives away', () => {
  it('installs by npm, with its checksum, for import and for require', async () => {
    const place = temporaryFolder()
    const run = promisify(execFile)
    const file = `${service.origin}/docs/files/backline-client.tgz`
    writeFileSync(join(place, 'package.json'), '{ "private": true }')
    const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--cache', '.npm', file]
    await run('npm', npm, { cwd: place, timeout: 60_000 })
    const isError = '(new BacklineError("a", "b") instanceof Error)'
    for (const [name, text] of [
      ['a.mjs', `import { BacklineError } from '@backline/client'; console.log(${isError})`],
      ['a.cjs', `const { BacklineError } = require('@backline/client'); console.log(${isError})`],
    ] as const) {
      writeFileSync(join(place, name), text)
      // Other runtimes are in test/interop/.
      assert.equal((await run(process.execPath, [name], { cwd: place })).stdout, 'true\n', name)
    }
    const sums = await (await fetch(`${service.origin}/docs/files/SHA256SUMS`)).text()
    const bytes = new Uint8Array(await (await fetch(file)).arrayBuffer())
    const hash = createHash('sha256').update(bytes).digest('hex')
    assert.ok(sums.includes(`${hash}  backline-client.tgz\n`), sums)
  })
})

/** The sources by their names, without tests. */
function readdirNames(): readonly string[] {
  return execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'client/src'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .filter((file) => !/(?:\.test|-for-tests)\.ts$/.test(file))
    .map((file) => file.replace(/^client\/src\/(.*)\.ts$/, '$1'))
}
