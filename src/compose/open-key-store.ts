import type { Config } from '../config.ts'
import type { KeyStore } from '../domain/key-store.ts'
import { guardFind } from '../stores/accounts/guard-find.ts'
import { watchAvailability } from '../stores/watch-availability.ts'
import { watchAccounts as watchEmbeddedAccounts } from '../stores/embedded/watch-accounts.ts'
import { dataPaths } from './data-paths.ts'
import type { AccountDesk } from './open-account-desk.ts'
import type { World } from './world.ts'

/** The keys as a serving process asks for them, until it is closed. */
export interface OpenKeyStore extends KeyStore {
  close(): void
}

/** The accounts that keys are looked up in. `isOpen` is false until they have come; then nobody asks them. */
export interface KeySource extends Pick<AccountDesk, 'findKey'> {
  readonly isOpen?: boolean
}

/** Who a database that is away is tried with: no key has such an id. */
const NOBODY = 'nobody'

/** Opens what a serving process asks about keys, over its accounts. */
export async function openKeyStore(
  { dataDir, databaseUrl }: Config,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
  source: KeySource,
): Promise<OpenKeyStore> {
  const { findKey } = source
  const onFault = (error: unknown) => observe({ type: 'fault', where: 'accounts.watch', error })
  if (databaseUrl === undefined) {
    return { ...watchEmbeddedAccounts(dataPaths(dataDir).accounts, clock, onFault), find: findKey }
  }
  const { watchAccounts } = await import('../stores/postgres/watch-accounts.ts')
  const watch = watchAccounts({ url: databaseUrl, clock, onFault })
  const availability = watchAvailability({
    clock,
    probe: async () => guarded(NOBODY),
    onChange: (state, error) => observe({ type: 'store.changed', store: 'accounts', state, error }),
  })
  const guarded = guardFind({ find: findKey, clock, onChange: availability.note })
  return {
    onChange: watch.onChange,
    // Accounts that have not come are away, and that is said; the guard shall not have to find out once more.
    find: (keyId) => (source.isOpen === false ? findKey(keyId) : guarded(keyId)),
    close: () => {
      availability.close()
      watch.close()
    },
  }
}
