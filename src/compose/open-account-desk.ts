import { mkdirSync } from 'node:fs'
import { randomBase62 } from '../access/developer-key.ts'
import { createKeyDesk, type IssuedKey, type KeyDesk } from '../access/key-desk.ts'
import { createPepper, type Pepper } from '../access/pepper.ts'
import type { Config } from '../config.ts'
import type { AccountStore } from '../domain/account-store.ts'
import type { FillRandom } from '../domain/fill-random.ts'
import { createAccountStore } from '../stores/accounts/account-store.ts'
import { migrateAccounts } from '../stores/accounts/migrations.ts'
import { openAccounts } from '../stores/embedded/open-accounts.ts'
import { readOrMakeSecretFile } from '../stores/embedded/secret-file.ts'
import { dataPaths } from './data-paths.ts'
import type { World } from './world.ts'

export type { IssuedKey }

/** The accounts as people manage them. */
export interface AccountDesk {
  readonly store: AccountStore
  readonly desk: KeyDesk
  /** How many usable keys were made under another pepper than the one in force; they are all refused. */
  countForeignKeys(): Promise<number>
  close(): Promise<void>
}

/** Opens the accounts for managing. Works beside a serving process. */
export async function openAccountDesk(
  config: Config,
  { clock, fillRandom }: Pick<World, 'clock' | 'fillRandom'>,
): Promise<AccountDesk> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const database = openAccounts(dataPaths(config.dataDir).accounts)
  await migrateAccounts(database)
  const store = createAccountStore({
    database,
    defaultLimits: config.defaultLimits,
    newId: () => randomBase62(16, fillRandom),
    nowMs: () => clock.nowMs(),
  })
  const pepper = openPepper(config, fillRandom)
  return {
    store,
    desk: createKeyDesk({ accounts: store, pepper, clock, fillRandom }),
    countForeignKeys: () => store.countForeignPepper(pepper.pepperId),
    close: () => store.close(),
  }
}

/** The pepper that was set, or the one in the data folder, made when there is none. */
export function openPepper({ dataDir, keyPepper }: Config, fillRandom: FillRandom): Pepper {
  const make = () => randomBase62(43, fillRandom)
  return createPepper(keyPepper ?? readOrMakeSecretFile(dataPaths(dataDir).pepper, make))
}
