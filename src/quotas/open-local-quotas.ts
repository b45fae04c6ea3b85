import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import type { QuotaStore } from './quota.ts'
import { createEmbeddedQuotaStore } from './embedded/embedded-quota-store.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import type { DatabaseLock } from '../platform/sql/database-lock.ts'
import type { Platform } from '../platform/platform.ts'
import type { QuotaObservation } from './observations.ts'

/**
 * Opens the quota store of this process on its file in the data folder. Its counts are exact only
 * while no other process admits requests of the same accounts, so with accounts in Postgres it also
 * takes the database lock and rejects every attempt until it holds it. Throws, leaving nothing
 * open, when another node holds the lock now. An unavailable database is waited for; `onFatalError`
 * is called when another node turns out to hold the lock then.
 */
export async function openLocalQuotas(
  { dataDir, databaseUrl, keyGraceMs }: DatabaseConfig & { readonly keyGraceMs: number },
  { clock, observe }: Pick<Platform<QuotaObservation>, 'clock' | 'observe'>,
  onFatalError: (error: unknown) => void = () => {},
): Promise<QuotaStore> {
  await using opened = new AsyncDisposableStack()
  const quotas = createEmbeddedQuotaStore({
    path: dataPaths(dataDir).quota,
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
    onSyncFailed: (error) => observe({ type: 'fault', where: 'quota.sync', error }),
  })
  opened.defer(() => quotas.close())
  let owner: DatabaseLock | undefined
  if (databaseUrl !== undefined) {
    const { lockDatabase } = await import('../platform/sql/database-lock.ts')
    owner = lockDatabase({
      url: databaseUrl,
      clock,
      graceMs: keyGraceMs,
      onChange: (owned) => observe({ type: 'accounts.owned', owned }),
    })
    opened.defer(() => owner?.close())
    if (!(await owner.answered)) {
      const { first, reason } = owner
      const report = (state: 'away' | 'back', error?: unknown) =>
        observe({ type: 'store.changed', store: 'quotas', state, error })
      report('away', reason ?? new Error('The accounts database is not connected yet.'))
      first.then(() => report('back')).catch(onFatalError)
    }
  }
  const resources = opened.move()
  const take: QuotaStore['take'] = (...attempt) => {
    if (owner?.owns !== false) return quotas.take(...attempt)
    throw new Error(
      'Another node counts quotas for the same accounts, or their database has not been reached yet.',
    )
  }
  return {
    release: (...lease) => quotas.release(...lease),
    read: (...request) => quotas.read(...request),
    registerInstance: (...request) => quotas.registerInstance(...request),
    take: (...attempt) => owner?.checking?.then(() => take(...attempt)) ?? take(...attempt),
    close: () => resources.disposeAsync(),
  }
}
