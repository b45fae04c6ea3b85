import type { Config } from '../config.ts'
import type { QuotaStore } from '../domain/quota.ts'
import { ownDataFolder } from '../stores/embedded/own-data-folder.ts'
import { createEmbeddedQuotaStore } from '../stores/embedded/quota-store.ts'
import { dataPaths } from './data-paths.ts'
import type { World } from './world.ts'

/** How long a place lasts that a dead node holds: longer than the hard end of a request. */
const LEASE_MS = 15_000

/** How long an answer of the store may take: two of them, and a caller still hears within 250 ms. */
const ANSWER_MS = 85

/** Opens the quota store that the settings name. Throws when it cannot, with nothing left open. */
export async function openQuotaStore(
  { dataDir, valkeyUrl }: Config,
  { clock, observe }: World,
): Promise<QuotaStore> {
  if (valkeyUrl !== undefined) return openShared(valkeyUrl, { clock, observe })
  await using opened = new AsyncDisposableStack()
  // Quotas are counted in this process, so it must be the only one.
  opened.defer(ownDataFolder(dataDir))
  const quotas = createEmbeddedQuotaStore({
    path: dataPaths(dataDir).quota,
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
    onSyncFailed: (error) => observe({ type: 'fault', where: 'quota.sync', error }),
  })
  opened.defer(() => quotas.close())
  const parts = opened.move()
  return { ...quotas, close: () => parts.disposeAsync() }
}

/** Only here is the client of Valkey loaded: who counts in this process pays nothing for it. */
async function openShared(
  url: string,
  world: Pick<World, 'clock' | 'observe'>,
): Promise<QuotaStore> {
  const { openValkeyQuotaStore } = await import('../stores/valkey/quota-store.ts')
  const { quotaScripts, SERVER_TIME } = await import('../stores/valkey/quota-scripts.ts')
  return openValkeyQuotaStore({
    url,
    ...world,
    answerMs: ANSWER_MS,
    leaseMs: LEASE_MS,
    scripts: quotaScripts(SERVER_TIME),
  })
}
