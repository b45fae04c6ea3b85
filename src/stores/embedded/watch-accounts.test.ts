import assert from 'node:assert/strict'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { watchAccounts } from './watch-accounts.ts'

const folder = temporaryFolder()

describe('the watch over the accounts', () => {
  it('tells of every commit of another connection, and of nothing else', () => {
    const path = join(folder, 'commits.db')
    const writer = new DatabaseSync(path)
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x)')
    const clock = createManualClock(0)
    const watch = watchAccounts(path, clock, () => assert.fail())
    let told = 0
    const stop = watch.onChange(() => (told += 1))
    clock.advance(1_000)
    assert.equal(told, 0)
    writer.exec('INSERT INTO t VALUES (1)')
    clock.advance(100)
    assert.equal(told, 1)
    writer.exec('BEGIN; INSERT INTO t VALUES (2)')
    clock.advance(1_000)
    assert.equal(told, 1)
    writer.exec('COMMIT')
    clock.advance(100)
    assert.equal(told, 2)
    stop()
    watch.close()
    assert.equal(clock.pending, 0)
    writer.close()
  })

  it('goes on while the file cannot be read, says so once, and tells when that is over', () => {
    const path = join(folder, 'broken.db')
    const writer = new DatabaseSync(path)
    writer.exec('CREATE TABLE t (x)')
    writer.close()
    const whole = readFileSync(path)
    const clock = createManualClock(0)
    const faults: unknown[] = []
    const watch = watchAccounts(path, clock, (error) => faults.push(error))
    let told = 0
    watch.onChange(() => (told += 1))
    truncateSync(path, 100)
    clock.advance(1_000)
    assert.equal(faults.length, 1)
    writeFileSync(path, whole)
    clock.advance(1_000)
    assert.equal(faults.length, 1)
    assert.ok(told >= 1)
    watch.close()
  })
})
