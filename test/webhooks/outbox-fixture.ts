import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { Clock } from '../../src/platform/time/clock.ts'
import { generateSecret } from '../../src/webhooks/delivery/signature.ts'
import { createOutbox } from '../../src/webhooks/store/outbox-rows.ts'
import { sealSecrets } from '../../src/webhooks/webhook-secrets.ts'

/**
 * Opens accounts with a developer, and functions that add webhooks and messages directly to the
 * tables.
 */
export async function openOutbox(dataDir: string, clock: Pick<Clock, 'nowMs'>) {
  const config = readConfig({ BACKLINE_DATA_DIR: dataDir })
  const accounts = await openAccountService(config, {
    ...systemPlatform,
    clock: { ...systemPlatform.clock, nowMs: () => clock.nowMs() },
  })
  const { database } = accounts.tables
  const outbox = createOutbox(accounts.tables)
  const secret = generateSecret(systemPlatform.fillRandom)
  return {
    accounts,
    outbox,
    secret,
    acquire: async () => {
      const lease = await outbox.acquireLease('test', 0)
      if (lease === undefined) throw new Error('The lease is taken.')
      return lease
    },
    /** Adds webhooks; each belongs to the developer that it names, or to the same one. */
    addWebhooks: async (
      urls: readonly (readonly [webhookId: string, url: string, developerId?: string])[],
    ) => {
      const developerIds = new Set(urls.map(([, , developerId = 'owner']) => developerId))
      await database
        .insertInto('developers')
        .values([...developerIds].map((id) => ({ id, name: id, created_at_ms: 0 })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      for (let at = 0; at < urls.length; at += 500) {
        const rows = urls.slice(at, at + 500).map(([id, url, developerId = 'owner']) => ({
          id,
          developer_id: developerId,
          name: id,
          preset: 'standard',
          language: 'en',
          filter: JSON.stringify({
            regions: ['jp'],
            events: [],
            conditions: [{ type: 'event.started' }],
          }),
          host: new URL(url).host,
          target: '',
          sealed: sealSecrets(accounts.sealedTexts, id, { url, secrets: [{ text: secret }] }),
          state: 'active' as const,
          created_at_ms: 0,
          revision: 1,
        }))
        await database.insertInto('webhooks').values(rows).execute()
      }
    },
    enqueue: async (messageId: string, webhookIds: readonly string[]) => {
      const lease = await outbox.acquireLease('test', 0)
      if (lease === undefined) throw new Error('The lease is taken.')
      const content = { type: 'event.started', timestamp: '2026-11-23T00:00:00.000Z', data: {} }
      const cursor = { liveSeq: undefined, clockMs: undefined }
      await outbox.enqueue([{ messageId, content, webhookIds }], cursor, lease)
    },
    states: async () =>
      (
        await database
          .selectFrom('webhook_deliveries')
          .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
          .groupBy('state')
          .execute()
      ).map(({ state, count }) => [state, count] as const),
  }
}
