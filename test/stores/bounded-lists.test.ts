import assert from 'node:assert/strict'
import { it } from 'node:test'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { newKey } from '../contract/new-key.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

it('lists of plans and of the identities of one developer have at most 500 rows', async (t) => {
  const config = readConfig({ BACKLINE_DATA_DIR: temporaryFolder() })
  const service = await openAccountService(config, systemPlatform)
  t.after(() => service.close())
  await service.store.createKey(newKey({ developer: 'Ann' }), {})
  const { developerId = '' } = (await service.developers.findByName('Ann')) ?? {}
  const by = { kind: 'developer', developerId, name: 'Ann' } as const
  for (let at = 0; at < 501; at += 1) {
    const name = String(at).padStart(3, '0')
    await service.plans.set(COMMAND, name, {})
    const person = { issuer: 'https://login.example.org', subject: name, name }
    assert.equal(await service.signIn.store.identities.add(person, by), 'added')
  }
  const plans = await service.plans.list()
  assert.deepEqual([plans.length, plans.at(-1)?.name], [500, '499'])
  assert.equal((await service.developers.get(developerId))?.identities.length, 500)
  assert.equal((await service.signIn.store.identities.list(developerId)).length, 500)
})
