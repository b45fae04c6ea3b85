import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { createWorkFolder, removeAbandonedWork } from './work-directory.ts'

const root = temporaryFolder()

/** Works in a data directory until it is killed. */
const WORKER = `
  import { writeFileSync } from 'node:fs'
  const { createWorkFolder } = await import(process.argv[1])
  const { path } = createWorkFolder(process.argv[2], 'import')
  writeFileSync(path + '/file', 'x')
  process.stdout.write(path)
  setInterval(() => {}, 1_000)`

function newDataDir(): string {
  const dataDir = join(root, String(readdirSync(root).length))
  mkdirSync(dataDir)
  return dataDir
}

describe('a work folder', () => {
  it('is accessible to this user only, and is removed completely', () => {
    const dataDir = newDataDir()
    const [one, other] = [createWorkFolder(dataDir, 'a'), createWorkFolder(dataDir, 'b')]
    assert.equal(lstatSync(one.path).mode & 0o777, 0o700)
    writeFileSync(join(one.path, 'file'), 'x')
    one.remove()
    one.remove()
    assert.deepEqual(readdirSync(join(dataDir, 'temporary')).length, 1)
    other.remove()
    assert.deepEqual(readdirSync(dataDir), [])
  })

  it('remains while its process lives, and is removed at the next start after a kill', async (test) => {
    const dataDir = newDataDir()
    const words = [
      '--input-type=module',
      '-e',
      WORKER,
      import.meta.resolve('./work-directory.ts'),
      dataDir,
    ]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    test.after(() => child.kill('SIGKILL'))
    const [path] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    const own = createWorkFolder(dataDir, 'import')
    removeAbandonedWork(dataDir)
    assert.ok(existsSync(join(path, 'file')) && existsSync(own.path))
    child.kill('SIGKILL')
    await once(child, 'exit')
    removeAbandonedWork(dataDir)
    assert.ok(!existsSync(path) && existsSync(own.path))
    own.remove()
    assert.deepEqual(readdirSync(dataDir), [])
  })

  it('is neither created nor removed through a symbolic link', () => {
    const [dataDir, elsewhere] = [newDataDir(), newDataDir()]
    mkdirSync(join(elsewhere, 'folder'))
    symlinkSync(elsewhere, join(dataDir, 'temporary'))
    assert.throws(() => createWorkFolder(dataDir, 'a'), /is a symbolic link/)
    removeAbandonedWork(dataDir)
    assert.ok(existsSync(join(elsewhere, 'folder')))
    const other = newDataDir()
    mkdirSync(join(other, 'temporary'))
    symlinkSync(join(elsewhere, 'folder'), join(other, 'temporary', 'a-1'))
    removeAbandonedWork(other)
    assert.deepEqual(readdirSync(join(elsewhere, 'folder')), [])
    assert.ok(existsSync(join(elsewhere, 'folder')))
  })

  it('throws a clear error when it cannot be created', () => {
    const dataDir = newDataDir()
    writeFileSync(join(dataDir, 'temporary'), '')
    assert.throws(() => createWorkFolder(dataDir, 'a'), { code: 'ENOTDIR' })
    // Other files are not touched.
    removeAbandonedWork(dataDir)
    assert.deepEqual(readdirSync(dataDir), ['temporary'])
  })
})
