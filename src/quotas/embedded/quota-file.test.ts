import assert from 'node:assert/strict'
import { fstatSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openQuotaFile } from './quota-file.ts'
import { SLOT_BYTES } from './quota-slot.ts'

const folder = temporaryFolder()
const SLOT = Buffer.alloc(SLOT_BYTES)

/** Opens a file whose flushes the test completes. */
function openWithManualFlush(name: string) {
  const failures: unknown[] = []
  const flushes: { descriptor: number; onDone: (error: Error | null) => void }[] = []
  const file = openQuotaFile(
    join(folder, name),
    { onDropped: () => assert.fail(), onSyncFailed: (error) => failures.push(error) },
    (descriptor, onDone) => flushes.push({ descriptor, onDone }),
  )
  return { file, failures, flushes }
}

describe('the quota file', () => {
  it('closes its descriptor only after the flush that uses it', () => {
    const { file, flushes } = openWithManualFlush('closed')
    file.write(0, SLOT)
    file.sync()
    const [flush] = flushes
    assert.ok(flush !== undefined)
    file.close()
    file.close()
    assert.ok(fstatSync(flush.descriptor).isFile())
    assert.throws(() => file.write(0, SLOT), /is closed/)
    flush.onDone(null)
    assert.throws(() => fstatSync(flush.descriptor), { code: 'EBADF' })
  })

  it('runs one flush at a time and flushes again after a failure', () => {
    const { file, failures, flushes } = openWithManualFlush('failing')
    file.write(0, SLOT)
    file.sync()
    file.write(1, SLOT)
    file.sync()
    assert.equal(flushes.length, 1)
    const error = new Error('The disk is full.')
    flushes[0]?.onDone(error)
    assert.deepEqual(failures, [error])
    file.sync()
    flushes[1]?.onDone(null)
    file.sync()
    assert.equal(flushes.length, 2, 'nothing was written since')
    file.close()
  })
})
