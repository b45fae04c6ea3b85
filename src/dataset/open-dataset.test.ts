import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDataset } from './open-dataset.ts'
import { writeDataset } from './write-dataset.ts'

test('an open dataset is read in one transaction, and is read-only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backline-dataset-'))
  const file = join(folder, 'dataset.db')
  await writeDataset(file, () => {})
  const database = openDataset(file)
  assert.equal(database.isTransaction, true)
  assert.throws(() => database.exec('DELETE FROM circles'), /readonly/)
  database.close()
  await rm(folder, { recursive: true })
})
