import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { startValkey } from '../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../test/harness/servers.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { checkStores } from './check-stores.ts'
import { systemClock } from './system-clock.ts'

describe('a check of the stores', { skip: skipWithout('valkey') }, () => {
  const check = (url: string) => checkStores(readConfig({ BACKLINE_VALKEY_URL: url }), systemClock)

  it('finds a quota store that lets nobody in, or is not there, and is content with one that works', async (test) => {
    const server = await startValkey({
      folder: temporaryFolder(),
      args: ['--requirepass', 'canary'],
    })
    test.after(() => server.stop())
    const at = (password: string, port = server.port) => `redis://:${password}@127.0.0.1:${port}`
    await check(at('canary'))
    await assert.rejects(check(at('guess')), /the password in BACKLINE_VALKEY_URL is wrong/)
    await assert.rejects(check(at('canary', await freePort())), /The quota store is not there/)
    await assert.rejects(check(at('guess%')), /with %25 for a % in the password/)
  })
})
