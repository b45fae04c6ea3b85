import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MessageError } from '../upstream/normalize-message.ts'
import { openDataset } from './open-dataset.ts'
import { writeDataset } from './write-dataset.ts'

async function inFolder(run: (file: string, list: () => Promise<string[]>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'backline-dataset-'))
  try {
    await run(join(folder, 'dataset.db'), () => readdir(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

function announcementsIn(file: string): unknown[] {
  const database = openDataset(file)
  const rows = database.prepare('SELECT announcement FROM announcements').all()
  database.close()
  return rows.map((row) => JSON.parse(String(row['announcement'])))
}

test('a dataset appears only when it is complete', () =>
  inFolder(async (file, list) => {
    await writeDataset(file, async () => {
      assert.equal((await list()).includes('dataset.db'), false)
    })
    assert.deepEqual(await list(), ['dataset.db'])
  }))

test('a failed write leaves the old dataset unchanged, and no other file', () =>
  inFolder(async (file, list) => {
    await writeDataset(file, (writer) => writer.addAnnouncement('tw', { id: '1' }))
    const failing = writeDataset(file, (writer) => {
      writer.addAnnouncement('tw', { id: '2' })
      throw new Error('no more')
    })
    await assert.rejects(failing, /no more/)
    assert.deepEqual(await list(), ['dataset.db'])
    assert.deepEqual(announcementsIn(file), [{ id: '1' }])
  }))

test('a missing directory is an error and is not created', () =>
  inFolder(async (file) => {
    await assert.rejects(writeDataset(join(file, 'deeper', 'dataset.db'), () => {}))
  }))

test('messages are stored normalized, and invalid ones rejected', () =>
  inFolder(async (file) => {
    await writeDataset(file, (writer) => {
      writer.addAnnouncement('tw', { id: '1', title: '', sortOrder: 0, category: 'UNSPECIFIED' })
    })
    assert.deepEqual(announcementsIn(file), [{ id: '1' }])
    const failing = writeDataset(file, (writer) => {
      writer.addAnnouncement('tw', { id: '1', sortOrder: 0.5 })
    })
    await assert.rejects(failing, MessageError)
  }))

test('an id is unique per region', () =>
  inFolder(async (file) => {
    await writeDataset(file, (writer) => {
      writer.addAnnouncement('tw', { id: '1' })
      writer.addAnnouncement('jp', { id: '1' })
    })
    const twice = writeDataset(file, (writer) => {
      writer.addAnnouncement('tw', { id: '1' })
      writer.addAnnouncement('tw', { id: '1' })
    })
    await assert.rejects(twice, /UNIQUE/)
  }))

test('a reader continues with the old dataset while a new one replaces it', () =>
  inFolder(async (file) => {
    await writeDataset(file, (writer) => writer.addAnnouncement('tw', { id: '1' }))
    const old = openDataset(file)
    await writeDataset(file, () => {})
    assert.equal(old.prepare('SELECT count(*) AS n FROM announcements').get()?.['n'], 1)
    old.close()
    assert.deepEqual(announcementsIn(file), [])
  }))
