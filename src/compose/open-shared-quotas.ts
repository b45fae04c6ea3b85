import type { QuotaStore } from '../domain/quota.ts'
import type { ValkeyQuotaSettings } from '../stores/valkey/quota-store.ts'
import type { World } from './world.ts'

/** How long a place lasts that a dead node holds: longer than the hard end of a request. */
const LEASE_MS = 15_000

/** How long an answer of the store may take: two of them, and a caller still hears within 250 ms. */
const ANSWER_MS = 85

/** What a serving process opens it with. */
export type SharedQuotasOptions = Pick<ValkeyQuotaSettings, 'usage' | 'giveUp'>

/**
 * Opens the store in which all nodes count together. `usage` keeps day counts beside it, should it forget. Only here is
 * the client of Valkey loaded: who counts in one process pays nothing for it. Throws when the store must not be used.
 */
export async function openSharedQuotas(
  url: string,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
  { usage, giveUp }: SharedQuotasOptions = {},
): Promise<QuotaStore> {
  const { openValkeyQuotaStore } = await import('../stores/valkey/quota-store.ts')
  const { quotaScripts, SERVER_TIME } = await import('../stores/valkey/quota-scripts.ts')
  return openValkeyQuotaStore({
    url,
    clock,
    observe,
    usage,
    giveUp,
    answerMs: ANSWER_MS,
    leaseMs: LEASE_MS,
    scripts: quotaScripts(SERVER_TIME),
  })
}
