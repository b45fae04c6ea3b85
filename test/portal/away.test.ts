import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startService } from '../../src/app/start-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const API = '/portal/api/v1'

describe('a portal whose account store is not connected yet', () => {
  it('serves its pages, and answers everything else with 503 and Retry-After', async () => {
    const config = readConfig({
      BACKLINE_LISTEN: '127.0.0.1:0',
      BACKLINE_ADMIN_LISTEN: '127.0.0.1:0',
      BACKLINE_DATA_DIR: join(temporaryFolder(), 'data'),
      BACKLINE_COLLECT: 'off',
      BACKLINE_GATEWAY_URL: 'http://127.0.0.1:9',
      BACKLINE_GATEWAY_KEY: 'nobody-is-asked-for-it',
      // No server listens there.
      BACKLINE_DATABASE_URL: 'postgresql://127.0.0.1:9/backline',
      BACKLINE_KEY_PEPPER: 'a pepper of at least 32 characters',
    })
    const service = await startService(config, { ...systemPlatform, observe: () => {} })
    try {
      const origin = service.portalOrigin
      for (const target of ['/portal', '/portal/keys', '/portal/assets/portal.js']) {
        assert.equal((await send(origin, target)).status, 200, target)
      }
      const answers = [
        await fetch(`${origin}${API}/sign-in`),
        await fetch(`${origin}${API}/applications`, {
          headers: { Cookie: `backline-session=${'A'.repeat(43)}` },
        }),
        await fetch(`${origin}${API}/leaked-keys`, {
          method: 'POST',
          headers: { Origin: origin, 'Content-Type': 'application/json' },
          body: '{"text":"x"}',
        }),
      ]
      for (const answer of answers) {
        assert.equal(answer.status, 503)
        assert.equal(answer.headers.get('retry-after'), '5')
        assert.equal(((await answer.json()) as { readonly code: string }).code, 'unavailable')
      }
    } finally {
      await service.stop(1_000)
    }
  })
})
