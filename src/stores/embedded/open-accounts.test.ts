import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openAccounts } from './open-accounts.ts'

const folder = temporaryFolder()
const OPENER = `
  const { openAccounts } = await import(${JSON.stringify(join(import.meta.dirname, 'open-accounts.ts'))})
  await (await openAccounts(process.argv[1])).close()
`

describe('opening the accounts', () => {
  it('makes the tables once when several processes do it at the same time', async () => {
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

  it('leaves nothing half made behind when it is interrupted', async () => {
    const path = join(folder, 'interrupted.db')
    // What stands in the way of the second table, so that the migration fails after the first.
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE applications (id TEXT)')
    await assert.rejects(openAccounts(path), /could not be brought up to date/)
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['applications'],
    )
    database.exec('DROP TABLE applications')
    database.close()
    await (await openAccounts(path)).close()
  })
})
