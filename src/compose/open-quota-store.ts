import type { Config } from '../config.ts'
import type { QuotaStore } from '../domain/quota.ts'
import { ownDataFolder } from '../stores/embedded/own-data-folder.ts'
import { createEmbeddedQuotaStore } from '../stores/embedded/quota-store.ts'
import { dataPaths } from './data-paths.ts'
import type { World } from './world.ts'

/** Opens the quota store that the settings name. Throws when it cannot, with nothing left open. */
export async function openQuotaStore(
  { dataDir, valkeyUrl }: Config,
  { clock, observe }: World,
): Promise<QuotaStore> {
  if (valkeyUrl !== undefined) throw new Error('BACKLINE_VALKEY_URL is not supported yet.')
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
