import assert from 'node:assert/strict'
import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { writeQuotaSlots } from '../../src/quotas/embedded/quota-copies.ts'
import { rejectLostAccounts } from '../../src/accounts/store/sqlite/reject-lost-accounts.ts'
import { newKey } from '../contract/new-key.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()

async function dataFolder(name: string) {
  const config = readConfig({ BACKLINE_DATA_DIR: join(folder, name) })
  const paths = dataPaths(config.dataDir)
  const count = { index: 1, count: 3 }
  const open = async () => openAccountService(config, systemPlatform)
  await (await open()).close()
  await writeQuotaSlots(paths.quota, [{ developerId: 'ann', minute: count, day: count }])
  const check = () => rejectLostAccounts(paths.accounts, paths.quota)
  return { paths, open, check }
}

describe('accounts beside a quota file with developers', () => {
  it('are rejected with an explanation when they are empty or missing, and not created anew', async () => {
    const { paths, check } = await dataFolder('lost')
    const explained =
      /accounts\.db has no developers, but .*quota\.bin counts requests of 1\. Restore/
    await assert.rejects(check, explained)
    for (const suffix of ['', '-wal', '-shm']) rmSync(paths.accounts + suffix, { force: true })
    await assert.rejects(check, explained)
    assert.equal(existsSync(paths.accounts), false)
    writeFileSync(paths.accounts, '')
    await assert.rejects(check, explained)
  })

  it('are used when they have a developer, or when the quota file has none', async () => {
    const { paths, open, check } = await dataFolder('kept')
    const service = await open()
    await service.store.createKey(newKey(), {})
    await check()
    await service.close()
    await check()
    const empty = await dataFolder('empty')
    truncateSync(empty.paths.quota, 0)
    await empty.check()
    rmSync(empty.paths.quota)
    await empty.check()
    assert.ok(existsSync(paths.quota))
  })
})
