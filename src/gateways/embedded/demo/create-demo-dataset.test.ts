import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { OPERATION_IDS } from '../../../contract/operations.ts'
import { REGIONS } from '../../../domain/region.ts'
import { openDataset } from '../open-dataset.ts'
import { createDemoDataset, type DemoProgress } from './create-demo-dataset.ts'
import { demoExample } from './demo-example.ts'
import { openDemoForTests, typedArguments } from './demo-for-tests.ts'

let folder = ''
const told: (DemoProgress & { readonly named: boolean })[] = []

/** Two datasets of one seed and one of another, the first with its progress written down. */
const fileOf = (name: 'one' | 'same' | 'other') => join(folder, `${name}.db`)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backline-demo-'))
  const file = fileOf('one')
  const onProgress = (progress: DemoProgress) => {
    told.push({ ...progress, named: existsSync(file) })
  }
  await createDemoDataset({ file, seed: 7, onProgress })
  await createDemoDataset({ file: fileOf('same'), seed: 7 })
  await createDemoDataset({ file: fileOf('other'), seed: 8 })
})
after(() => rm(folder, { recursive: true }))

/** Folds all rows of all tables (an index of words has its own, and cannot be read as one itself), in the order of their keys, into one text. */
function contentOf(file: string): string {
  const database = openDataset(file)
  const tables = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  const content = createHash('sha256')
  for (const { name, sql } of tables) {
    content.update(String(sql))
    const statement = database.prepare(`SELECT * FROM ${String(name)}`)
    statement.setReadBigInts(true)
    for (const row of statement.all()) {
      for (const value of Object.values(row)) {
        content.update(value instanceof Uint8Array ? value : String(value)).update('|')
      }
    }
  }
  database.close()
  return content.digest('hex')
}

test('the same seed gives the same content, another seed other content', () => {
  const content = contentOf(fileOf('one'))
  assert.equal(contentOf(fileOf('same')), content)
  assert.notEqual(contentOf(fileOf('other')), content)
})

test('progress is told region by region, while the file has no name yet', () => {
  assert.deepEqual(
    told,
    REGIONS.map((region, at) => ({ region, done: at + 1, total: 4, named: false })),
  )
})

test('a demo is small', async () => {
  const { size } = await stat(fileOf('one'))
  assert.ok(size < 5_000_000, String(size))
})

test('examples find something whatever the seed', async () => {
  const demo = await openDemoForTests(-Number.MAX_SAFE_INTEGER)
  for (const operation of OPERATION_IDS) {
    for (const region of REGIONS) {
      const args = typedArguments(operation, demoExample(operation, region))
      const message = demo.askClosed(operation, region, args)
      assert.notDeepEqual(message ?? {}, {}, `${operation} in ${region}`)
    }
  }
  await demo.remove()
})

test('a demo that is broken off leaves no file at all', async () => {
  const file = join(folder, 'broken.db')
  const onProgress = () => {
    throw new Error('enough')
  }
  await assert.rejects(createDemoDataset({ file, seed: 1, onProgress }), /enough/)
  const left = await readdir(folder)
  assert.deepEqual(
    left.filter((name) => name.startsWith('broken')),
    [],
  )
})
