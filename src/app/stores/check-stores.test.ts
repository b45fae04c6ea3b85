import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freePort } from '../../../scripts/cluster/free-port.ts'
import { startValkey } from '../../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../../../test/harness/servers.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { readConfig } from '../config/read-config.ts'
import { checkStores } from './check-stores.ts'
import { systemClock } from '../../platform/time/system-clock.ts'

describe('checkStores', { skip: skipWithout('valkey') }, () => {
  const check = (url: string) => checkStores(readConfig({ BACKLINE_VALKEY_URL: url }), systemClock)

  it('rejects for a quota store that is unreachable or refuses the password, and resolves for a working one', async (test) => {
    const server = await startValkey({
      folder: temporaryFolder(),
      args: ['--requirepass', 'canary'],
    })
    test.after(() => server.stop())
    const at = (password: string, port = server.port) => `redis://:${password}@127.0.0.1:${port}`
    await check(at('canary'))
    await assert.rejects(check(at('guess')), /the password in BACKLINE_VALKEY_URL is wrong/)
    await assert.rejects(check(at('canary', await freePort())), /The quota store is not reachable/)
    await assert.rejects(check(at('guess%')), /with %25 for a % in the password/)
  })
})
