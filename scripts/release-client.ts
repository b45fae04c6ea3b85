import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { packClient } from './build-client.ts'
import { provenanceOf } from './release/provenance.ts'
import { changesOf, releaseChangelog } from './release/release-changelog.ts'
import { isLater, isVersion, readVersions, writeVersions } from './release/set-version.ts'

// Prepares a release of the clients and publishes nothing. With a version, it writes the version
// and the changelog; commit that. Without one, it builds the files of the committed version.
const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'release')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')

try {
  const [version, ...others] = process.argv.slice(2)
  if (others.length > 0) throw new Error('Pass one version, or none to build the files.')
  requireCleanTree()
  if (version === undefined) buildRelease()
  else prepareRelease(version)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function prepareRelease(version: string): void {
  const current = versionOfFiles()
  if (!isVersion(version)) throw new Error(`${version} is no version such as 0.2.0.`)
  if (isLater(current, version)) throw new Error(`${version} is earlier than ${current}.`)
  const day = new Date().toISOString().slice(0, 10)
  const changelog = releaseChangelog(readFileSync(CHANGELOG, 'utf8'), version, day)
  writeVersions(ROOT, version)
  writeFileSync(CHANGELOG, changelog)
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'generate.ts')], { stdio: 'inherit' })
  say(`Version ${version} is in the working tree. Check the difference, then:

  git commit --all --message "release: clients ${version}"
  npm run release`)
}

function buildRelease(): void {
  const startedAt = new Date()
  const version = versionOfFiles()
  const changes = changesOf(readFileSync(CHANGELOG, 'utf8'), version)
  if (changes === undefined) {
    throw new Error(`CHANGELOG.md has no section of ${version}. Run: npm run release -- VERSION`)
  }
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const name = `backline-client-${version}.tgz`
  packTwice(join(FOLDER, name))
  const files: Readonly<Record<string, Uint8Array | string>> = {
    [name]: readFileSync(join(FOLDER, name)),
    'backline.py': readFileSync(join(ROOT, 'client', 'python', 'backline.py')),
    'backline_async.py': readFileSync(join(ROOT, 'client', 'python', 'backline_async.py')),
    'CHANGES.md': `# ${version}\n\n${changes}\n`,
  }
  const listed = Object.entries(files).map(([file, content]) => ({
    name: file,
    sha256: sha256(content),
  }))
  const provenance = provenanceOf(listed, {
    version,
    commit: git('rev-parse', 'HEAD'),
    lockfileSha256: sha256(readFileSync(join(ROOT, 'package-lock.json'))),
    tools: {
      node: process.version,
      npm: execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim(),
    },
    startedAt,
    finishedAt: new Date(),
  })
  const statement = `${JSON.stringify(provenance, undefined, 2)}\n`
  const all = { ...files, 'provenance.intoto.json': statement }
  const sums = Object.entries(all).map(([file, content]) => `${sha256(content)}  ${file}\n`)
  for (const [file, content] of Object.entries({ ...all, SHA256SUMS: sums.join('') })) {
    writeFileSync(join(FOLDER, file), content)
  }
  say(`The files of ${version} are in release/. Nothing is published. To publish:

  git tag clients-v${version}
  npm publish release/${name}`)
}

/** Packs the client twice. Throws if the results differ: nobody could reproduce the release. */
function packTwice(file: string): void {
  packClient(file)
  const first = sha256(readFileSync(file))
  packClient(file)
  if (sha256(readFileSync(file)) !== first) throw new Error('Two builds of the client differ.')
}

/** Returns the version that all files state. */
function versionOfFiles(): string {
  const versions = readVersions(ROOT)
  const [version = '', ...others] = new Set(Object.values(versions))
  if (others.length > 0) throw new Error(`Versions differ: ${JSON.stringify(versions)}`)
  return version
}

function requireCleanTree(): void {
  const changed = git('status', '--porcelain')
  if (changed !== '') throw new Error(`Commit or discard these changes first:\n${changed}`)
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
