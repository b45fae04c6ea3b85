import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const PROGRAM = join(import.meta.dirname, 'import-and-measure.ts')
/** The runtime, its sources and the bounded caches; far below any of the files that are read. */
const MOST_MIB = 400

const root = temporaryFolder()
const newFile = () => join(mkdtempSync(join(root, 'case-')), 'players.ndjson')

async function importAlone(path: string) {
  const child = spawn(process.execPath, [PROGRAM, join(root, 'dataset.db'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await text(child.stdout)
  return JSON.parse(said) as {
    files: readonly { rows: number; problem?: string }[]
    mostMiB: number
  }
}

test('a line of 10 GB is refused without being read to its end', async () => {
  const path = newFile()
  writeFileSync(path, '')
  truncateSync(path, 10 * 2 ** 30)
  const { files, mostMiB } = await importAlone(path)
  assert.match(files[0]?.problem ?? '', /line 1: is longer than 4194304 bytes/)
  assert.ok(mostMiB < MOST_MIB, `${mostMiB} MiB`)
})

test('a line without an end that comes through a pipe is refused while it still comes', async () => {
  const path = newFile()
  assert.equal(spawnSync('mkfifo', [path]).status, 0)
  const importing = importAlone(path)
  const pipe = createWriteStream(path)
  const broken = once(pipe, 'error')
  const piece = 'x'.repeat(65_536)
  const pour = () => void pipe.write(piece, (error) => error ?? pour())
  pour()
  const { files, mostMiB } = await importing
  assert.match(files[0]?.problem ?? '', /line 1: is longer than/)
  assert.ok(mostMiB < MOST_MIB, `${mostMiB} MiB`)
  assert.equal(((await broken)[0] as NodeJS.ErrnoException).code, 'EPIPE')
})

test('many lines take no more memory than few', async () => {
  const path = newFile()
  const pipe = createWriteStream(path)
  const brief = { nickname: 'x'.repeat(1_000) }
  const count = 300_000
  for (let number = 1; number <= count; number += 1) {
    const entry = { id: String(number * 7_919), profileId: String(number), name: 'x' }
    const line = `${JSON.stringify({ region: 'jp', brief, entry })}\n`
    if (!pipe.write(line)) await once(pipe, 'drain')
  }
  pipe.end()
  await once(pipe, 'close')
  const { files, mostMiB } = await importAlone(path)
  assert.equal(files[0]?.rows, count)
  assert.ok(mostMiB < MOST_MIB, `${mostMiB} MiB`)
})
