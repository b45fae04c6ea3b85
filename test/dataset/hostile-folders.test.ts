import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { DATA_EXAMPLES } from '../../src/dataset/transfer/data-examples.ts'
import { findDataFiles } from '../../src/dataset/transfer/find-data-files.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const root = temporaryFolder()
const player = `${JSON.stringify(DATA_EXAMPLES.players)}\n`
const newFolder = (name: string) => {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

const importIn = (dataDir: string, path: string) =>
  spawnSync(process.execPath, ['bin/backline.mjs', 'data', 'import', path], {
    cwd: join(import.meta.dirname, '..', '..'),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], BACKLINE_DATA_DIR: dataDir },
  })

describe('a folder to import', () => {
  it('is read once, however many links lead back into it', async () => {
    const folder = newFolder('loop')
    writeFileSync(join(folder, 'players.ndjson'), player)
    // Followed, the two would be 2^40 paths.
    symlinkSync('.', join(folder, 'here'))
    symlinkSync(folder, join(folder, 'there'))
    const { lines, problems } = await findDataFiles([folder])
    assert.deepEqual(
      lines.map(({ path }) => path),
      [join(folder, 'players.ndjson')],
    )
    assert.deepEqual(
      problems,
      ['here', 'there'].map(
        (name) =>
          `${join(folder, name)} links to a directory that was already found as ${folder}; remove the link.`,
      ),
    )
  })

  it('is not read in as many ways as links lead to it', async () => {
    const folder = newFolder('lattice')
    for (let level = 0; level < 24; level += 1) {
      const from = newFolder(`lattice-levels/${level}`)
      for (const name of ['a', 'b']) {
        symlinkSync(newFolder(`lattice-levels/${level + 1}`), join(from, name))
      }
    }
    symlinkSync(newFolder('lattice-levels/0'), join(folder, 'levels'))
    assert.equal((await findDataFiles([folder])).problems.length, 24)
  })

  it('may hold links that lead elsewhere', async () => {
    const [folder, elsewhere] = [newFolder('linked'), newFolder('elsewhere')]
    writeFileSync(join(elsewhere, 'players.ndjson'), player)
    symlinkSync(elsewhere, join(folder, 'more'))
    const { lines, problems } = await findDataFiles([folder])
    assert.deepEqual([lines.length, problems], [1, []])
  })

  it('reaches the terminal without control characters, whatever its names and fields are', () => {
    const [dataDir, good, bad] = [join(root, 'data'), newFolder('good'), newFolder('bad')]
    const evil = '\u001b]0;owned\u0007\n\u009b2J\u202e'
    mkdirSync(join(good, evil))
    writeFileSync(join(good, evil, 'players.ndjson'), player)
    mkdirSync(join(good, `${evil}2`))
    writeFileSync(
      join(good, `${evil}2`, 'players.ndjson'),
      `${JSON.stringify({ ...DATA_EXAMPLES.players, [evil]: 1 })}\n`,
    )
    writeFileSync(join(bad, `${evil}.ndjson`), player)
    for (const folder of [good, bad]) {
      const { stdout, stderr } = importIn(dataDir, folder)
      assert.match(stdout + stderr, /\\u001b\]0;owned\\u0007\\u000a\\u009b2J\\u202e/)
      // eslint-disable-next-line no-control-regex -- These are what is looked for.
      assert.doesNotMatch(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    }
  })
})
