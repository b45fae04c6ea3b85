import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const BROWSER = { agent: '', sessionToken: undefined }

describe('a sign-in link while another process holds the write lock of the accounts', () => {
  it('that is unknown, used or withdrawn is rejected at once; a valid one waits and then works', async () => {
    const config = readConfig({ BACKLINE_DATA_DIR: join(folder, 'data') })
    const { signIn, close } = await openAccountService(config, systemPlatform)
    const invite = async () => {
      const link = await signIn.invite(
        { name: `Ann ${crypto.randomUUID()}`, isOperator: false, lifetimeMs: 60_000 },
        COMMAND,
      )
      assert.ok(typeof link === 'object')
      return link
    }
    const [good, used, withdrawn] = [await invite(), await invite(), await invite()]
    await signIn.signInByLink(used.token, BROWSER)
    await signIn.store.invitations.withdraw(withdrawn.invitationId, COMMAND)
    const holder = new DatabaseSync(dataPaths(config.dataDir).accounts)
    holder.exec('BEGIN IMMEDIATE')
    for (const token of ['a guess', used.token, withdrawn.token]) {
      assert.equal(await signIn.signInByLink(token, BROWSER), undefined)
    }
    let isOver = false
    const signedIn = signIn.signInByLink(good.token, BROWSER).finally(() => (isOver = true))
    await new Promise((resolve) => void setImmediate(resolve))
    assert.equal(isOver, false)
    holder.exec('COMMIT')
    holder.close()
    assert.equal(typeof (await signedIn), 'object')
    await close()
  })
})
