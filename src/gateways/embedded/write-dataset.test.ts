import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MessageError } from '../../contract/close-message.ts'
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

test('a dataset has no name before it is whole', () =>
  inFolder(async (file, list) => {
    await writeDataset(file, async () => {
      assert.equal((await list()).includes('dataset.db'), false)
    })
    assert.deepEqual(await list(), ['dataset.db'])
  }))

test('a dataset that fails leaves the old one as it was, and nothing else behind', () =>
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

test('a folder that does not exist is an error and is not made', () =>
  inFolder(async (file) => {
    await assert.rejects(writeDataset(join(file, 'deeper', 'dataset.db'), () => {}))
  }))

test('messages are kept closed, and one that does not fit is refused', () =>
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

test('an id may stand once in each region, and no more', () =>
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

test('a reader goes on with the old dataset while a new one takes its name', () =>
  inFolder(async (file) => {
    await writeDataset(file, (writer) => writer.addAnnouncement('tw', { id: '1' }))
    const old = openDataset(file)
    await writeDataset(file, () => {})
    assert.equal(old.prepare('SELECT count(*) AS n FROM announcements').get()?.['n'], 1)
    old.close()
    assert.deepEqual(announcementsIn(file), [])
  }))
