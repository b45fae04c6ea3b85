import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { createWebhookService } from '../../src/webhooks/create-webhook-service.ts'
import type { WebhookInput } from '../../src/webhooks/webhook-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { newDeveloper } from '../contract/portal-accounts.ts'

const URL_SECRET = 'T0PSECRETPATH'

const folder = temporaryFolder()
const config = readConfig({ BACKLINE_DATA_DIR: folder })
const accounts = await openAccountService(config, systemPlatform)
const service = createWebhookService(accounts, config.webhooks, systemPlatform)
const owner = await newDeveloper(accounts)

const TRAITS: WebhookInput = {
  name: 'alerts',
  url: `https://chat.example/hooks/${URL_SECRET}/end`,
  preset: 'discord',
  language: 'en',
  filter: {
    regions: ['jp'],
    events: [],
    conditions: [{ type: 'event.started' }],
  },
}

/** Returns every byte in the data directory. */
function dataBytes(): Buffer {
  const files = readdirSync(folder).filter((name) => name.startsWith('accounts.db'))
  return Buffer.concat(files.map((name) => readFileSync(join(folder, name))))
}

describe('the secrets of a webhook', () => {
  after(() => accounts.close())

  it('are neither in the database nor in any list, and the new one is shown once', async () => {
    const created = await service.create(owner, owner, TRAITS)
    assert.ok(typeof created === 'object')
    const { secret, webhook } = created
    const rotated = await service.rotate(COMMAND, owner, webhook.webhookId, 60_000)
    assert.ok(typeof rotated === 'object')
    assert.notEqual(rotated.secret, secret)
    await service.test(owner, webhook.webhookId)
    const { store } = service
    const shown = JSON.stringify([
      webhook,
      rotated.webhook,
      await store.list(owner.developerId),
      await store.get(owner.developerId, webhook.webhookId),
      await store.deliveries(owner.developerId, webhook.webhookId, { before: undefined, limit: 9 }),
      await accounts.audit.list({ developerId: owner.developerId, limit: 50 }),
    ])
    const stored = dataBytes()
    assert.ok(stored.includes('alerts'))
    for (const hidden of [URL_SECRET, secret, rotated.secret, secret.slice('whsec_'.length)]) {
      assert.ok(!shown.includes(hidden))
      assert.ok(!stored.includes(hidden))
    }
    assert.equal(webhook.target, 'https://chat.example/…/end')
  })

  it('are kept when the URL changes, which is refused where it is not allowed', async () => {
    const [webhook] = await service.store.list(owner.developerId)
    const change = (url: string) => service.change(owner, owner, webhook?.webhookId ?? '', { url })
    const moved = await change('https://other.example/a-longer-secret-path')
    assert.ok(typeof moved === 'object')
    assert.equal(moved.target, 'https://other.example/…path')
    assert.equal(await change('http://169.254.169.254/latest'), 'address_not_allowed')
    assert.equal(await change('https://other.example:8443/'), 'port_not_allowed')
    assert.equal(await change('file:///etc/passwd'), 'invalid_url')
  })
})
