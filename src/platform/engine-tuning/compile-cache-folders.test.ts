import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { compileCacheFolders, isOnlyOurs } from './compile-cache-folders.ts'

const root = temporaryFolder()
const uid = process.geteuid?.() ?? 0
const BIN = join(import.meta.dirname, '..', '..', '..', 'bin', 'backline.mjs')

function newCase() {
  const folder = join(root, String(readdirSync(root).length))
  const [nodeModules, dataDir] = [join(folder, 'node_modules'), join(folder, 'data')]
  for (const path of [folder, nodeModules, dataDir]) mkdirSync(path, { mode: 0o755 })
  return { nodeModules, dataDir }
}

describe('the compile cache', { skip: process.platform === 'win32' }, () => {
  it('is in node_modules, else in the data directory, accessible to this user only', () => {
    const { nodeModules, dataDir } = newCase()
    const folders = [...compileCacheFolders({ nodeModules, dataDir })]
    assert.deepEqual(folders, [join(nodeModules, '.cache', 'backline'), join(dataDir, 'compiled')])
    for (const folder of folders) assert.equal(lstatSync(folder).mode & 0o777, 0o700)
    // The next start finds the same directories.
    assert.deepEqual([...compileCacheFolders({ nodeModules, dataDir })], folders)
  })

  it('is not used where another user created or can write the directory, or it is a link', () => {
    for (const [name, spoil] of [
      ['node_modules', (path: string) => chmodSync(path, 0o777)],
      ['data', (path: string) => chmodSync(path, 0o777)],
      ['link', replaceByLink],
    ] as const) {
      const { nodeModules, dataDir } = newCase()
      const [installed = '', data = ''] = compileCacheFolders({ nodeModules, dataDir })
      spoil(name === 'data' ? data : installed)
      assert.deepEqual(
        [...compileCacheFolders({ nodeModules, dataDir })],
        name === 'data' ? [installed] : [data],
        name,
      )
    }
    const { nodeModules, dataDir } = newCase()
    for (const path of [join(nodeModules, '.cache'), dataDir]) {
      mkdirSync(path, { recursive: true })
      chmodSync(path, 0o777)
    }
    assert.deepEqual([...compileCacheFolders({ nodeModules, dataDir })], [])
  })

  it('is not used where the directory belongs to neither this user nor root', () => {
    const { nodeModules, dataDir } = newCase()
    const folders = [...compileCacheFolders({ nodeModules, dataDir })]
    assert.equal(folders.length, 2)
    // Only root can change the owner; another user compares with a wrong uid.
    if (uid === 0) for (const folder of folders) chownSync(folder, 12_345, 0)
    const found = compileCacheFolders({ nodeModules, dataDir, uid: uid === 0 ? 0 : uid + 1 })
    assert.deepEqual([...found], [])
  })

  it('may be group-writable if the program is', () => {
    const { nodeModules, dataDir } = newCase()
    mkdirSync(join(nodeModules, '.cache'))
    chmodSync(join(nodeModules, '.cache'), 0o775)
    assert.deepEqual(
      [...compileCacheFolders({ nodeModules, dataDir })],
      [join(dataDir, 'compiled')],
    )
    chmodSync(nodeModules, 0o775)
    assert.equal([...compileCacheFolders({ nodeModules, dataDir })].length, 2)
  })

  it('is trusted only below directories that no other user can rename', () => {
    const { dataDir } = newCase()
    assert.ok(isOnlyOurs(dataDir))
    assert.ok(!isOnlyOurs(join(dataDir, 'missing')))
    const link = join(root, 'link')
    symlinkSync(dataDir, link)
    assert.ok(isOnlyOurs(link), 'a link is judged by its target')
    chmodSync(join(dataDir, '..'), 0o777)
    assert.ok(!isOnlyOurs(dataDir))
    chmodSync(join(dataDir, '..'), 0o1777)
    assert.ok(isOnlyOurs(dataDir), 'as in /tmp')
  })

  it('is never in the temporary directory; a configured one that others can write causes a warning', () => {
    const temporary = join(root, 'temporary')
    mkdirSync(temporary)
    assert.equal(helpOf({ TMPDIR: temporary }), '')
    assert.deepEqual(readdirSync(temporary), [])
    chmodSync(temporary, 0o777)
    assert.match(
      helpOf({ NODE_COMPILE_CACHE: join(temporary, 'compiled') }),
      /^NODE_COMPILE_CACHE is .*, which other users can write or replace: they can run code as this user\. Unset it/,
    )
    chmodSync(temporary, 0o755)
    assert.equal(helpOf({ NODE_COMPILE_CACHE: join(temporary, 'compiled') }), '')
  })
})

function replaceByLink(path: string): void {
  renameSync(path, `${path}-elsewhere`)
  symlinkSync(`${path}-elsewhere`, path)
}

/** Returns the standard error output of a short command. */
function helpOf(environment: Readonly<Record<string, string>>): string {
  const { PATH = '' } = process.env
  const shell = '"$0" "$@" 2>&1 >/dev/null'
  const words = ['-c', shell, process.execPath, BIN, 'config', '--help']
  return execFileSync('sh', words, { env: { PATH, ...environment }, encoding: 'utf8' })
}
