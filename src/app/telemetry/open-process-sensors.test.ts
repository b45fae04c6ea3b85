import assert from 'node:assert/strict'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openProcessSensors } from './open-process-sensors.ts'

test('unreachable memory is freed, in the heap and for the operating system', (t) => {
  const sensors = openProcessSensors()
  t.after(() => sensors.close())
  let kept: unknown[] = []
  for (let at = 0; at < 1_000_000; at += 1) kept.push({ text: `number ${at}` })
  assert.equal(kept.length, 1_000_000)
  const full = { share: sensors.heapShare(), bytes: sensors.ownBytes() }
  kept = []
  sensors.freeMemory()
  const share = sensors.heapShare()
  assert.ok(share < full.share / 2, `${share} of the heap, and ${full.share} before`)
  const freed = full.bytes - sensors.ownBytes()
  assert.ok(freed > 30_000_000, `${freed} bytes were released`)
})

const skip =
  process.platform === 'linux'
    ? false
    : 'only Linux distinguishes anonymous memory from mapped files'
test('pages of mapped files do not count as memory of the process', { skip }, (t) => {
  const bytes = 64 * 1_048_576
  const database = new DatabaseSync(join(temporaryFolder(), 'mapped.db'))
  t.after(() => database.close())
  database.exec('CREATE TABLE blobs (bytes BLOB)')
  const insert = database.prepare('INSERT INTO blobs VALUES (zeroblob(?))')
  for (let at = 0; at < 64; at += 1) insert.run(bytes / 64)
  const sensors = openProcessSensors()
  t.after(() => sensors.close())
  const before = { own: sensors.ownBytes(), resident: process.memoryUsage.rss() }
  database.exec(`PRAGMA mmap_size = ${4 * bytes}`)
  assert.equal(
    database.prepare("SELECT sum(instr(bytes, x'01')) AS found FROM blobs").get()?.['found'],
    0,
  )
  const resident = process.memoryUsage.rss() - before.resident
  const own = sensors.ownBytes() - before.own
  assert.ok(resident > bytes / 2, `${resident} bytes of the file were mapped`)
  assert.ok(own < bytes / 4, `${own} bytes were counted`)
})
