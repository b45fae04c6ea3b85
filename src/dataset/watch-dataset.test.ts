import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { DatasetObservation } from './observations.ts'
import { createEmbeddedGateway } from './embedded-gateway.ts'
import { readNow } from '../demo/demo-for-tests.ts'
import { writeDataset } from './write-dataset.ts'

const SIZES = { boardRows: 100, searchResults: 50, announcements: 200 }
const root = mkdtempSync(join(tmpdir(), 'backline-watch-'))
after(() => rmSync(root, { recursive: true }))

/**
 * Opens a gateway over a dataset with one announcement, of id 1, and a clock whose next timer is
 * triggered manually.
 */
async function open() {
  const folder = mkdtempSync(join(root, 'case-'))
  const file = join(folder, 'dataset.db')
  await put(file, '1')
  let due: (() => void) | undefined
  let scheduled = Promise.withResolvers<void>()
  const clock = {
    nowMs: () => 0,
    monotonicMs: () => 0,
    after: (_: number, callback: () => void) => {
      due = callback
      scheduled.resolve()
      return () => (due = undefined)
    },
  }
  const observed: DatasetObservation[] = []
  const observe = (observation: DatasetObservation) => void observed.push(observation)
  const gateway = createEmbeddedGateway({
    file,
    clock,
    gameNowMs: clock.nowMs,
    sizes: SIZES,
    observe,
  })
  const told: string[] = []
  const knows = (id: string) => {
    const call = { operation: 'announcement.get', region: 'tw', arguments: { id } } as const
    return readNow(gateway, call).message !== undefined
  }
  const known = () => ['1', '2', '3'].find(knows) ?? 'none'
  const endListening = gateway.onChange(() => told.push(known()))
  return {
    folder,
    file,
    gateway,
    told,
    known,
    endListening,
    observed,
    isWatching: () => due !== undefined,
    /** Advances half a second and triggers the due check of the file. */
    look: async () => {
      scheduled = Promise.withResolvers()
      due?.()
      await scheduled.promise
    },
  }
}

function put(file: string, id: string): Promise<void> {
  return writeDataset(file, (writer) => writer.addAnnouncement('tw', { id }))
}

const typesOf = (observed: readonly DatasetObservation[]) => observed.map(({ type }) => type)

test('a replaced dataset is used after the next check, and listeners are notified then', async () => {
  const { file, gateway, look, known, told, observed, endListening } = await open()
  await look()
  assert.deepEqual(told, [])
  await put(file, '2')
  assert.equal(known(), '1')
  await look()
  assert.equal(known(), '2')
  assert.deepEqual([told, typesOf(observed)], [['2'], ['dataset.changed']])
  endListening()
  await put(file, '3')
  await look()
  await look()
  assert.deepEqual([known(), told], ['3', ['2']])
  gateway.close()
})

test('an unreadable file leaves the old dataset in use, is reported once, and is retried when it changes', async () => {
  const { folder, file, gateway, look, known, told, observed } = await open()
  const whole = join(folder, 'whole.db')
  await put(whole, '2')
  const bad = join(folder, 'bad.db')

  writeFileSync(bad, 'This is no database. '.repeat(60))
  renameSync(bad, file)
  await look()
  await look()
  assert.deepEqual([known(), typesOf(observed)], ['1', ['fault']])

  rmSync(file)
  await look()
  await look()
  assert.deepEqual([known(), typesOf(observed)], ['1', ['fault', 'fault']])

  copyFileSync(whole, file)
  await look()
  assert.deepEqual([known(), told], ['2', ['2']])
  gateway.close()
})

test('a file that is still being copied is not used before it is complete', async () => {
  const { folder, file, gateway, look, known } = await open()
  const whole = join(folder, 'whole.db')
  await put(whole, '2')
  const bytes = readFileSync(whole)
  rmSync(file)
  writeFileSync(file, bytes.subarray(0, bytes.length / 2))
  await look()
  assert.equal(known(), '1')
  writeFileSync(file, bytes)
  await look()
  assert.equal(known(), '2')
  gateway.close()
})

test('a closed gateway stops watching', async () => {
  const { gateway, isWatching } = await open()
  assert.ok(isWatching())
  gateway.close()
  assert.ok(!isWatching())
})
