import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { before, describe, it } from 'node:test'
import { retainDecisions } from '../../src/backup/account-decisions.ts'
import { leaveAccounts } from '../../src/backup/detach-databases.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { newKey } from '../contract/new-key.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const WRITES = new Set([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE])

const folder = temporaryFolder()
const backup = join(folder, 'backup.db')
const old = join(folder, 'accounts.db')
const restored = join(folder, 'restored.db')

describe('decisions kept from replaced accounts', () => {
  before(async () => {
    const ids = await withAccounts(async ({ developers, signIn, store }) => {
      const key = newKey({ developer: 'Ann' })
      await store.createKey(key, {})
      const { developerId = '' } = (await developers.findByName('Ann')) ?? {}
      await signIn.store.setRole(developerId, true, COMMAND)
      const by = { kind: 'developer', developerId, name: 'Ann' } as const
      for (const subject of ['one', 'two']) {
        await signIn.store.identities.add(
          { issuer: 'https://a.example', subject, name: subject },
          by,
        )
      }
      return { developerId, by, keyId: key.keyId }
    })
    copyFileSync(old, backup)
    await withAccounts(async ({ developers, signIn, store }) => {
      const { developerId, by, keyId } = ids
      await store.revokeKey(keyId, 5)
      const persons = await signIn.store.identities.list(developerId)
      const person = persons.find(({ name }) => name === 'one')
      await signIn.store.identities.remove(person?.identityId ?? '', by, '')
      await signIn.store.setRole(developerId, false, COMMAND)
      await developers.suspend(COMMAND, developerId)
    })
  })

  it('are kept all together, whichever write of them fails, or none is', () => {
    copyFileSync(backup, restored)
    const unchanged = rows()
    for (let failing = 1; ; failing += 1) {
      copyFileSync(backup, restored)
      const error = retainUntilWrite(failing)
      if (error === undefined) {
        // Every write has failed once.
        assert.ok(failing > 6, `only ${failing - 1} writes`)
        break
      }
      assert.ok(error instanceof Error)
      assert.match(error.message, /not authorized/)
      assert.deepEqual(rows(), unchanged, `after write ${failing}`)
    }
    const [key] = rows().keys
    const [developer] = rows().developers
    assert.equal(key?.['revoked_at_ms'], 5)
    assert.equal(developer?.['is_operator'], 0)
    assert.ok(Number(developer?.['suspended_at_ms']) > 0)
    assert.deepEqual(
      rows().identities.map(({ name }) => name),
      ['two'],
    )
  })

  it('are none when one table of the replaced accounts cannot be read', () => {
    copyFileSync(backup, restored)
    const unchanged = rows()
    const damaged = join(folder, 'damaged.db')
    copyFileSync(old, damaged)
    {
      using database = new DatabaseSync(damaged)
      database.exec('DROP TABLE audit')
    }
    assert.equal(leaveAccounts(damaged, restored), undefined)
    assert.deepEqual(rows(), unchanged)
  })
})

/**
 * Keeps decisions and denies the n-th write. Returns the error, `undefined` when there was none.
 */
function retainUntilWrite(failing: number): unknown {
  using database = new DatabaseSync(old)
  database.prepare('ATTACH ? AS restored').run(restored)
  let writes = 0
  database.setAuthorizer((action) => {
    if (WRITES.has(action)) writes += 1
    return WRITES.has(action) && writes === failing ? constants.SQLITE_DENY : constants.SQLITE_OK
  })
  try {
    retainDecisions(database)
    return undefined
  } catch (error) {
    return error
  }
}

function rows() {
  using database = new DatabaseSync(restored)
  const all = (table: string) => database.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()
  return {
    keys: all('keys'),
    developers: all('developers'),
    identities: all('identities'),
    audit: all('audit'),
    retired: all('retired_keys'),
  }
}

async function withAccounts<Result>(
  use: (service: Awaited<ReturnType<typeof openAccountService>>) => Promise<Result>,
): Promise<Result> {
  const service = await openAccountService(
    readConfig({ BACKLINE_DATA_DIR: folder }),
    systemPlatform,
  )
  try {
    return await use(service)
  } finally {
    await service.close()
  }
}
