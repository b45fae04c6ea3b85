import type { Config } from '../config.ts'
import type { KeyStore } from '../domain/key-store.ts'
import { guardFind } from '../stores/accounts/guard-find.ts'
import { watchAccounts as watchEmbeddedAccounts } from '../stores/embedded/watch-accounts.ts'
import { dataPaths } from './data-paths.ts'
import type { AccountDesk } from './open-account-desk.ts'
import type { World } from './world.ts'

/** The keys as a serving process asks for them, until it is closed. */
export interface OpenKeyStore extends KeyStore {
  close(): void
}

/** Opens what a serving process asks about keys, over the accounts that are open. */
export async function openKeyStore(
  { dataDir, databaseUrl }: Config,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
  { findKey }: Pick<AccountDesk, 'findKey'>,
): Promise<OpenKeyStore> {
  const onFault = (error: unknown) => observe({ type: 'fault', where: 'accounts.watch', error })
  if (databaseUrl === undefined) {
    return { ...watchEmbeddedAccounts(dataPaths(dataDir).accounts, clock, onFault), find: findKey }
  }
  const { watchAccounts } = await import('../stores/postgres/watch-accounts.ts')
  const watch = watchAccounts({ url: databaseUrl, clock, onFault })
  const guarded = guardFind({
    find: findKey,
    clock,
    onChange: (state, error) => observe({ type: 'store.changed', store: 'accounts', state, error }),
  })
  return {
    find: guarded.find,
    onChange: watch.onChange,
    close: () => {
      watch.close()
      guarded.close()
    },
  }
}
