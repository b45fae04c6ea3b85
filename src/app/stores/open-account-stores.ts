import { openKeyStore, type OpenKeyStore } from '../../accounts/keys/open-key-store.ts'
import {
  openServedAccounts,
  type ServedAccounts,
  type ServedAccountsOptions,
} from '../../accounts/store/open-served-accounts.ts'
import { rejectLostAccounts } from '../../accounts/store/sqlite/reject-lost-accounts.ts'
import { createKeyCache, type KeyCache } from '../../keyed/access/key-cache.ts'
import { createUnknownKeyGuard } from '../../keyed/access/unknown-key-guard.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import { maintainReserve } from '../../platform/files/disk-reserve.ts'
import { lockDataDirectory } from '../../platform/files/lock-data-directory.ts'
import { openLocalQuotas } from '../../quotas/open-local-quotas.ts'
import { openQuotas } from '../../quotas/open-quotas.ts'
import type { QuotaStore } from '../../quotas/quota.ts'
import type { OpeningContext } from '../app-platform.ts'

/** The stores that admit a keyed request. */
export interface AccountStores {
  readonly accounts: ServedAccounts
  readonly quotas: QuotaStore
  readonly keyCache: KeyCache
}

/**
 * Opens accounts, quotas and keys, in this order. Connects to unavailable stores in the background.
 * Throws if another process uses the data directory, or if its accounts are lost.
 */
export async function openAccountStores(
  context: OpeningContext,
  { prepare, onFatalError }: ServedAccountsOptions,
): Promise<AccountStores> {
  const { config, platform, opened } = context
  const { valkeyUrl } = config
  // Quotas are counted in this process: a second one must not change the data directory.
  if (valkeyUrl === undefined) opened.defer(lockDataDirectory(config.dataDir))
  if (valkeyUrl === undefined && config.databaseUrl === undefined) {
    await protectLocalAccounts(context)
  }
  const accounts = await openServedAccounts(config, platform, { prepare, onFatalError })
  opened.defer(() => accounts.close())
  const quotas =
    valkeyUrl === undefined
      ? await openLocalQuotas(config, platform, onFatalError)
      : await openQuotas(valkeyUrl, platform, { usage: accounts.usage, onFatalError })
  opened.defer(() => quotas.close())
  const keys = await openKeyStore(config, platform, accounts)
  opened.defer(() => keys.close())
  const keyCache = openKeyCache(context, keys)
  return { accounts, quotas, keyCache }
}

/** Rejects lost accounts, and reserves disk space for those of the data directory. */
async function protectLocalAccounts({ config, platform, opened }: OpeningContext): Promise<void> {
  const { clock, fillRandom, observe } = platform
  const { accounts: path, quota, reserve } = dataPaths(config.dataDir)
  await rejectLostAccounts(path, quota)
  const onFault = (error: unknown) => observe({ type: 'fault', where: 'accounts.reserve', error })
  opened.defer(maintainReserve(reserve, fillRandom, { clock, onFault }))
}

function openKeyCache({ config, platform, opened }: OpeningContext, keys: OpenKeyStore): KeyCache {
  const { clock, observe } = platform
  const guard = createUnknownKeyGuard({
    clock,
    limit: config.edge.unknownKeysMinute,
    onRejected: () => observe({ type: 'keys.look_up_refused' }),
  })
  const keyCache = createKeyCache({ keys, clock, graceMs: config.keyGraceMs, guard })
  opened.defer(() => keyCache.close())
  return keyCache
}
