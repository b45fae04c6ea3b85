import type { ServedAccounts } from '../accounts/store/open-served-accounts.ts'
import { speedOf } from '../game/game-clock.ts'
import type { HistoryStore } from '../history/history-store.ts'
import { maintainLease, type MaintainedLease } from '../platform/concurrency/maintain-lease.ts'
import { wait } from '../platform/concurrency/wait.ts'
import { randomBase62 } from '../platform/text/random-base62.ts'
import type { QuotaStore } from '../quotas/quota.ts'
import type { DeveloperUsage } from '../webhooks/conditions/clock-notices.ts'
import { renderBody, type RenderedDelivery } from '../webhooks/chat/render-body.ts'
import { createPostMessage } from '../webhooks/delivery/post-message.ts'
import { createResolveName } from '../webhooks/delivery/resolve-name.ts'
import { startWebhookSession } from '../webhooks/delivery/start-webhook-session.ts'
import { createOutbox } from '../webhooks/store/outbox-rows.ts'
import type { OpeningContext } from './app-platform.ts'

/** Milliseconds for which a process may send before it must renew its lease. */
const LEASE_MS = 15_000

/** Milliseconds between two looks for the first webhook: without one, nothing else runs. */
const UNUSED_MS = 5_000

/** The stores that webhooks read. */
export interface WebhookSources {
  readonly accounts: Pick<ServedAccounts, 'service' | 'opened'>
  readonly history: HistoryStore
  readonly quotas: Pick<QuotaStore, 'read'>
}

/**
 * Sends webhooks as configured, once the accounts are connected, there is a webhook, and this
 * process has the lease.
 */
export function openWebhooks(
  { config, platform, opened }: OpeningContext,
  sources: WebhookSources,
): void {
  if (!config.webhooks.isOn) return
  const stopped = new AbortController()
  let lease: MaintainedLease | undefined
  const { clock, observe } = platform
  const start = async () => {
    await sources.accounts.opened
    const outbox = createOutbox(sources.accounts.service().tables)
    const isUsed = () => outbox.isUsed().catch(() => false)
    while (!stopped.signal.aborted && !(await isUsed())) {
      await wait(clock, UNUSED_MS, stopped.signal)
    }
    if (!stopped.signal.aborted) lease = startLease({ config, platform }, sources, outbox)
  }
  start().catch((error: unknown) => observe({ type: 'fault', where: 'webhooks', error }))
  opened.defer(async () => {
    stopped.abort()
    await lease?.close()
  })
}

function startLease(
  { config, platform }: Omit<OpeningContext, 'opened'>,
  { accounts, history, quotas }: WebhookSources,
  outbox: ReturnType<typeof createOutbox>,
): MaintainedLease {
  const { clock, observe, fillRandom, gameTime } = platform
  const { developers, sealedTexts } = accounts.service()
  const { publicUrl, webhooks } = config
  const readUsage = async (developerId: string): Promise<DeveloperUsage | undefined> => {
    const developer = await developers.findById(developerId)
    if (developer === undefined) return undefined
    const { used } = await quotas.read(developerId, developer.limits)
    return { developerId, used: used.day, limit: developer.limits.day }
  }
  const options = {
    outbox,
    sealedTexts,
    clock,
    observe,
    history,
    readUsage,
    speed: speedOf(gameTime),
    post: createPostMessage({
      clock,
      resolve: createResolveName(webhooks.rules.allowsPrivate),
      rules: webhooks.rules,
    }),
    renderBody: (delivery: RenderedDelivery) => renderBody(delivery, publicUrl),
    userAgent: publicUrl === '' ? 'Backline-Webhooks' : `Backline-Webhooks (+${publicUrl})`,
  }
  return maintainLease({
    store: outbox,
    storeName: 'The accounts store',
    clock,
    leaseMs: LEASE_MS,
    holder: randomBase62(16, fillRandom),
    onHeld: (held) => observe({ type: 'webhook.lease', held }),
    onFailure: (error) => observe({ type: 'fault', where: 'webhooks.lease', error }),
    onStoreTime: () => {},
    startSession: (held, onLost) => startWebhookSession(options, held, onLost),
  })
}
