import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeDataset } from './write-dataset.ts'

const HOUR_S = 3_600

test('a new dataset sweeps away what builds killed long ago have left, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backline-strays-'))
  try {
    const file = join(folder, 'dataset.db')
    await writeDataset(file, () => {})
    const nowS = Math.floor(performance.timeOrigin / 1_000)
    const ages = {
      'dataset.db.killed.tmp': 25 * HOUR_S,
      'dataset.db.at-work.tmp': 23 * HOUR_S,
      'dataset.db.kept': 25 * HOUR_S,
      'other.db.killed.tmp': 25 * HOUR_S,
    }
    for (const [name, ageS] of Object.entries(ages)) {
      await writeFile(join(folder, name), 'a part of something')
      await utimes(join(folder, name), nowS - ageS, nowS - ageS)
    }
    await writeDataset(file, () => {})
    const left = await readdir(folder)
    assert.deepEqual(left.sort(), [
      'dataset.db',
      'dataset.db.at-work.tmp',
      'dataset.db.kept',
      'other.db.killed.tmp',
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
