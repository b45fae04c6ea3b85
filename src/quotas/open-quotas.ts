import type { QuotaStore } from './quota.ts'
import type { ValkeyQuotaOptions } from './valkey/open-valkey-quota-store.ts'
import type { Platform } from '../platform/platform.ts'
import type { QuotaObservation } from './observations.ts'

/** Lifetime of a lease of a crashed node. Longer than the hard deadline of a request. */
const LEASE_MS = 15_000

/**
 * Timeout of one store reply. Two of them fit into the 250 ms within which a caller is answered.
 */
const ANSWER_MS = 85

/** Options of the shared quota store. */
export type QuotasOptions = Pick<ValkeyQuotaOptions, 'usage' | 'onFatalError'>

/**
 * Opens the Valkey quota store that all nodes share. `usage` stores day counts durably in case the
 * store loses them. Loads the Valkey client only here, so that a node with the embedded store does
 * not pay for it. Rejects when the server's configuration is unsuitable.
 */
export async function openQuotas(
  url: string,
  { clock, observe }: Pick<Platform<QuotaObservation>, 'clock' | 'observe'>,
  { usage, onFatalError }: QuotasOptions = {},
): Promise<QuotaStore> {
  const { openValkeyQuotaStore } = await import('./valkey/open-valkey-quota-store.ts')
  const { quotaScripts, SERVER_TIME } = await import('./valkey/quota-scripts.ts')
  return openValkeyQuotaStore({
    url,
    clock,
    observe,
    usage,
    onFatalError,
    answerMs: ANSWER_MS,
    leaseMs: LEASE_MS,
    scripts: quotaScripts(SERVER_TIME),
  })
}
