import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import type { KeyStore } from './key-store.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { createStoreGuard, type GuardOptions } from '../../platform/sql/store-guard.ts'
import { watchAvailability } from '../../platform/sql/watch-availability.ts'
import { watchAccounts as watchEmbeddedAccounts } from '../store/sqlite/watch-sqlite-accounts.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'
import type { AccountService } from '../open-account-service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountObservation } from '../observations.ts'

/** Key store of a serving process, until it is closed. */
export interface OpenKeyStore extends KeyStore {
  close(): void
}

/**
 * Accounts that provide the keys. `isOpen` is false until they are connected; no look-up is made
 * before.
 */
export interface KeySource extends Pick<AccountService, 'findKey'> {
  readonly isOpen?: boolean
}

/** Timeout of a look-up in milliseconds. A healthy database takes 1 or 2. */
const FIND_TIMEOUT_MS = 250

/** Id for availability probes; no key has it. */
const PROBE_KEY_ID = 'nobody'

/** Opens the key store of a serving process over its accounts. */
export async function openKeyStore(
  { dataDir, databaseUrl }: DatabaseConfig,
  { clock, observe }: Pick<Platform<AccountObservation>, 'clock' | 'observe'>,
  source: KeySource,
): Promise<OpenKeyStore> {
  const { findKey } = source
  const onFault = (error: unknown) => observe({ type: 'fault', where: 'accounts.watch', error })
  if (databaseUrl === undefined) {
    const watch = watchEmbeddedAccounts(dataPaths(dataDir).accounts, clock, onFault)
    return {
      onChange: (listener) => watch.onChange(listener),
      ...(watch.confirmedAtMs !== undefined && { confirmedAtMs: watch.confirmedAtMs }),
      find: findKey,
      close: () => watch.close(),
    }
  }
  const { watchAccounts } = await import('../store/postgres/watch-postgres-accounts.ts')
  const watch = watchAccounts({ url: databaseUrl, clock, onFault })
  const availability = watchAvailability({
    clock,
    probe: async () => guarded(PROBE_KEY_ID),
    onChange: (state, error) => observe({ type: 'store.changed', store: 'accounts', state, error }),
  })
  const guarded = guardLookup({ find: findKey, clock, onChange: availability.note })
  return {
    onChange: watch.onChange,
    // Accounts that are not connected yet are already reported as down; the guard need not detect
    // it again.
    find: (keyId) => (source.isOpen === false ? findKey(keyId) : guarded(keyId)),
    close: () => {
      availability.close()
      watch.close()
    },
  }
}

/** Options of {@link guardLookup}. */
interface GuardFindOptions {
  readonly find: KeyStore['find']
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  readonly onChange: GuardOptions['onChange']
}

/** Creates a look-up that rejects instead of waiting for a frozen, unreachable or slow database. */
function guardLookup({ find, clock, onChange }: GuardFindOptions): KeyStore['find'] {
  const guard = createStoreGuard({ clock, deadlineMs: FIND_TIMEOUT_MS, onChange })
  return (keyId) => guard.call(async () => find(keyId))
}
