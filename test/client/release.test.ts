import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { before, describe, it } from 'node:test'
import { changesOf, releaseChangelog } from '../../scripts/release/release-changelog.ts'
import { isLater, isVersion, readVersions } from '../../scripts/release/set-version.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..')

describe('the changelog of a release', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A.\n\n## 0.1.0 (2026-01-01)\n\n- B.\n'

  it('has the changes since the last one', () => {
    const released = releaseChangelog(text, '0.2.0', '2026-02-03')
    assert.match(released, /## Unreleased\n\n## 0\.2\.0 \(2026-02-03\)\n\n### Added\n\n- A\.\n/)
    assert.equal(changesOf(released, '0.2.0'), '### Added\n\n- A.')
    assert.equal(changesOf(released, '0.1.0'), '- B.')
    assert.equal(changesOf(released, '0.3.0'), undefined)
  })

  it('is refused without changes, and for a version that was released', () => {
    const released = releaseChangelog(text, '0.2.0', '2026-02-03')
    assert.throws(() => releaseChangelog(released, '0.3.0', '2026-02-03'), /no unreleased changes/)
    assert.throws(() => releaseChangelog(text, '0.1.0', '2026-02-03'), /section of 0\.1\.0 already/)
  })
})

describe('a version', () => {
  it('is three numbers, and later than others by the first that differs', () => {
    assert.deepEqual(
      ['0.2.0', '10.0.1', '1.2', 'v1.2.3', '1.2.3-rc.1', '01.2.3', ''].map(isVersion),
      [true, true, false, false, false, false, false],
    )
    assert.deepEqual(
      [
        ['0.2.0', '0.1.9'],
        ['0.10.0', '0.9.0'],
        ['1.0.0', '1.0.0'],
        ['0.9.9', '1.0.0'],
      ].map(([one = '', other = '']) => isLater(one, other)),
      [true, true, false, false],
    )
  })

  it('is the same in every file that states it', () => {
    assert.equal(new Set(Object.values(readVersions(ROOT))).size, 1)
  })
})

describe('npm run release', () => {
  const folder = temporaryFolder()
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8' })
  const release = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'scripts', 'release-client.ts'), ...words], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    })
  const commit = () => git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qam', 'release')

  before(() => {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0')
    const needed = /^(?:assets|client|scripts|src|libraries|docs|web|openapi|[^/]+$)/
    for (const file of files.filter((name) => name !== '' && needed.test(name))) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(ROOT, file), join(folder, file))
    }
    cpSync(join(ROOT, 'libraries', 'built'), join(folder, 'libraries', 'built'), {
      recursive: true,
    })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, '.gitignore'), 'node_modules\nbuilt\n/release/\n')
    git('init', '-q')
    git('add', '--all')
    commit()
  })

  it('refuses a tree with changes, an earlier version and one that was not prepared', () => {
    assert.match(release().stderr, /CHANGELOG\.md has no section of/)
    assert.match(release('0.0.1').stderr, /0\.0\.1 is earlier than/)
    assert.match(release('next').stderr, /next is no version/)
    writeFileSync(join(folder, 'new.txt'), '')
    assert.match(release('9.0.0').stderr, /Commit or discard these changes first:\n\?\? new\.txt/)
    git('clean', '-q', '--force')
  })

  it('writes the version and the changelog, then builds files with checksums and provenance', () => {
    const prepared = release('9.0.0')
    assert.equal(prepared.status, 0, prepared.stderr)
    assert.deepEqual([...new Set(Object.values(readVersions(folder)))], ['9.0.0'])
    assert.match(readFileSync(join(folder, 'client/src/generated/version.ts'), 'utf8'), /'9\.0\.0'/)
    commit()
    const built = release()
    assert.equal(built.status, 0, built.stderr)
    assert.match(built.stderr, /Nothing is published/)
    assert.equal(git('status', '--porcelain'), '')

    const read = (file: string) => readFileSync(join(folder, 'release', file))
    const sums = read('SHA256SUMS').toString()
    const names = readdirSync(join(folder, 'release')).filter((name) => name !== 'SHA256SUMS')
    assert.deepEqual(names.sort(), [
      'CHANGES.md',
      'backline-client-9.0.0.tgz',
      'backline.py',
      'backline_async.py',
      'provenance.intoto.json',
    ])
    const hashOf = (file: string) => createHash('sha256').update(read(file)).digest('hex')
    for (const name of names) assert.ok(sums.includes(`${hashOf(name)}  ${name}\n`), name)
    const { subject, predicate } = JSON.parse(read('provenance.intoto.json').toString()) as {
      subject: { name: string; digest: { sha256: string } }[]
      predicate: { buildDefinition: { resolvedDependencies: { digest: object }[] } }
    }
    assert.equal(subject.length, 4)
    for (const { name, digest } of subject) assert.equal(digest.sha256, hashOf(name))
    const [sources] = predicate.buildDefinition.resolvedDependencies
    assert.deepEqual(sources?.digest, { gitCommit: git('rev-parse', 'HEAD').trim() })
    assert.match(read('CHANGES.md').toString(), /^# 9\.0\.0\n\n### /)
    const about = execFileSync('tar', ['-xzOf', '-', 'package/package.json'], {
      input: read('backline-client-9.0.0.tgz'),
      encoding: 'utf8',
    })
    assert.equal((JSON.parse(about) as { version: string }).version, '9.0.0')
  })
})
