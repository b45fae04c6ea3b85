import type { AccountService } from '../accounts/open-account-service.ts'
import type { Platform } from '../platform/platform.ts'
import { createWebhookStore } from './store/webhook-rows.ts'
import type { WebhookConfig } from './webhook-config.ts'
import { WebhookService } from './webhook-service.ts'

/** Creates the service that manages webhooks in an account database. */
export function createWebhookService(
  { tables, sealedTexts }: Pick<AccountService, 'tables' | 'sealedTexts'>,
  config: Pick<WebhookConfig, 'max' | 'rules'>,
  { clock, fillRandom }: Pick<Platform, 'clock' | 'fillRandom'>,
): WebhookService {
  const store = createWebhookStore(tables)
  return new WebhookService({ store, sealedTexts, fillRandom, nowMs: () => clock.nowMs(), config })
}
