import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sql } from '#libraries/kysely'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { systemClock } from '../../../platform/time/system-clock.ts'
import { lockFile } from '../../../platform/files/lock-file.ts'
import { openAccounts } from './open-sqlite-accounts.ts'

const folder = temporaryFolder()
const OPENER = `
  const { systemClock } = await import(${JSON.stringify(join(import.meta.dirname, '../../../platform/time/system-clock.ts'))})
  const { openAccounts } = await import(${JSON.stringify(join(import.meta.dirname, 'open-sqlite-accounts.ts'))})
  await (await openAccounts(process.argv[1], systemClock)).close()
`

describe('opening the accounts', () => {
  it('creates the tables once when several processes open it concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      const path = join(folder, `together-${round}.db`)
      const openers = Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', OPENER, path], {
          stdio: 'pipe',
        })
        let said = ''
        child.stderr.on('data', (text: Buffer) => (said += text.toString()))
        const [status] = (await once(child, 'exit')) as [number]
        return { status, said }
      })
      assert.deepEqual(
        await Promise.all(openers),
        openers.map(() => ({ status: 0, said: '' })),
      )
    }
  })

  it('leaves no partial migration when it is interrupted', async () => {
    const path = join(folder, 'interrupted.db')
    // Occupies the second table's name, so that the migration fails after the first.
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE applications (id TEXT)')
    await assert.rejects(openAccounts(path, systemClock), /could not be migrated/)
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['applications'],
    )
    database.exec('DROP TABLE applications')
    database.close()
    await (await openAccounts(path, systemClock)).close()
  })

  it('names the unusable file in the error', async () => {
    const path = join(folder, 'garbage.db')
    writeFileSync(path, 'This is not a database. '.repeat(100))
    await assert.rejects(
      openAccounts(path, systemClock),
      /garbage\.db cannot be used\. .*restore it from a backup/,
    )
    await assert.rejects(
      openAccounts(join(folder, 'no', 'where.db'), systemClock),
      /where\.db cannot be used\.$/,
    )
    assert.throws(
      () => lockFile(join(folder, 'no', 'owner.lock')),
      /owner\.lock cannot be acquired\./,
    )
  })

  it('reports the cause of a change that SQLite rolled back itself, as on a full disk', async () => {
    const { database, close } = await openAccounts(join(folder, 'taken-back.db'), systemClock)
    const change = database.transaction().execute(async (transaction) => {
      await sql.raw('CREATE TABLE ones (one INTEGER PRIMARY KEY)').execute(transaction)
      for (let time = 0; time < 2; time += 1) {
        await sql.raw('INSERT OR ROLLBACK INTO ones VALUES (1)').execute(transaction)
      }
    })
    await assert.rejects(change, /UNIQUE constraint failed/)
    await close()
  })
})
