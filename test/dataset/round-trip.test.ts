import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { createDemoDataset } from '../../src/demo/demo-dataset.ts'
import { DATA_EXAMPLES } from '../../src/dataset/transfer/data-examples.ts'
import { exportData } from '../../src/dataset/transfer/export-data.ts'
import { importData } from '../../src/dataset/transfer/import-data.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { contentOf, onePixel, write, writeLines } from './data-folder.ts'
import { generateLines } from './generate-lines.ts'

const root = temporaryFolder()
const newFolder = () => mkdtempSync(join(root, 'case-'))

/** Exports, imports that anew, and exports again. */
async function exportTwice(folder: string, file: string) {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  await exportData({ file, folder: one })
  const again = join(folder, 'again.db')
  const files = await importData({ file: again, paths: [one] })
  assert.deepEqual(
    files.filter(({ problem }) => problem !== undefined),
    [],
  )
  await exportData({ file: again, folder: two })
  return { first: contentOf(one), second: contentOf(two), again, one }
}

test('the demo comes back as the same bytes, cards included', async () => {
  const folder = newFolder()
  const file = join(folder, 'dataset.db')
  await createDemoDataset({ file, seed: 3 })
  const { first, second, again, one } = await exportTwice(folder, file)
  assert.ok(Object.keys(first).filter((name) => name.endsWith('.png')).length >= 24)
  assert.deepEqual(Object.keys(second), Object.keys(first))
  for (const name of Object.keys(first)) assert.equal(second[name], first[name], name)

  // What is there already is replaced by itself.
  await importData({ file: again, paths: [one] })
  await exportData({ file: again, folder: join(folder, 'three') })
  assert.deepEqual(contentOf(join(folder, 'three')), first)
})

test('any dataset comes back as the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(generateLines({ grow: true }), async (lines) => {
      const folder = newFolder()
      const file = join(folder, 'dataset.db')
      writeLines(join(folder, 'in'), lines)
      const files = await importData({ file, paths: [join(folder, 'in')] })
      assert.deepEqual(
        files.map(({ rows, problem }) => [rows, problem]),
        Object.values(lines).map((list) => [list.length, undefined]),
      )
      const { first, second } = await exportTwice(folder, file)
      assert.deepEqual(second, first)
    }),
    { numRuns: 40 },
  )
})

test('the examples of the documents are a dataset, whatever the order of the paths', async () => {
  const folder = newFolder()
  const names = Object.keys(DATA_EXAMPLES)
  writeLines(
    folder,
    Object.fromEntries(Object.entries(DATA_EXAMPLES).map(([name, line]) => [name, [line]])),
  )
  const card = join(folder, 'cards', 'tw', '21000000001', '1.png')
  write(card, onePixel(1))
  const paths = [card, ...names.toReversed().map((name) => join(folder, `${name}.ndjson`))]
  const files = await importData({ file: join(folder, 'dataset.db'), paths })
  assert.deepEqual(
    files.map(({ rows, problem }) => [rows, problem]),
    [...names, 'cards'].map(() => [1, undefined]),
  )
})

test('an export goes into an empty folder alone', async () => {
  const folder = newFolder()
  const file = join(folder, 'dataset.db')
  await createDemoDataset({ file, seed: 3 })
  await assert.rejects(
    exportData({ file, folder }),
    /is not empty\. Export into an empty or new directory/,
  )
})
