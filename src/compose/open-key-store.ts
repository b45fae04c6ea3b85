import type { Config } from '../config.ts'
import type { KeyStore } from '../domain/key-store.ts'
import { watchAccounts } from '../stores/embedded/watch-accounts.ts'
import { dataPaths } from './data-paths.ts'
import type { AccountDesk } from './open-account-desk.ts'
import type { World } from './world.ts'

/** The keys as a serving process asks for them, until it is closed. */
export interface OpenKeyStore extends KeyStore {
  close(): void
}

/** Opens what a serving process asks about keys, over the accounts that are open. */
export function openKeyStore(
  { dataDir }: Config,
  { clock, observe }: World,
  accounts: AccountDesk,
): OpenKeyStore {
  const watch = watchAccounts(dataPaths(dataDir).accounts, clock, (error) =>
    observe({ type: 'fault', where: 'accounts.watch', error }),
  )
  return { find: accounts.findKey, onChange: watch.onChange, close: () => watch.close() }
}
