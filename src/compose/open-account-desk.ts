import { randomBase62 } from '../access/developer-key.ts'
import { createDrawKey, type DrawKey } from '../access/draw-key.ts'
import { createKeyDesk, type IssuedKey, type KeyDesk } from '../access/key-desk.ts'
import { createRevokeLeaked, type RevokeLeaked } from '../access/leaked-keys.ts'
import type { Pepper } from '../access/pepper.ts'
import { createSignInDesk, type SignInDesk } from '../access/sign-in-desk.ts'
import type { Config } from '../config.ts'
import type { AccountNames } from '../domain/account-names.ts'
import type { AccountStore } from '../domain/account-store.ts'
import type { ApplicationStore } from '../domain/application-store.ts'
import type { AuditStore } from '../domain/audit-store.ts'
import type { DayUsage } from '../domain/day-usage.ts'
import type { DeveloperStore } from '../domain/developer-store.ts'
import type { KeyStore } from '../domain/key-store.ts'
import type { OwnKeyStore } from '../domain/own-key-store.ts'
import type { PlanStore } from '../domain/plan-store.ts'
import type { AccountParts } from '../stores/accounts/account-parts.ts'
import { createAccountNames } from '../stores/accounts/account-names.ts'
import { createAccountStore } from '../stores/accounts/account-store.ts'
import { createApplicationStore } from '../stores/accounts/application-store.ts'
import { createAuditStore } from '../stores/accounts/audit-store.ts'
import { createDayUsage } from '../stores/accounts/day-usage.ts'
import { createDeveloperStore } from '../stores/accounts/developer-store.ts'
import { createKeyStore } from '../stores/accounts/key-store.ts'
import { createOwnKeyStore } from '../stores/accounts/own-key-store.ts'
import { createPlanStore } from '../stores/accounts/plan-store.ts'
import { createSignInStore } from '../stores/accounts/sign-in-store.ts'
import { createWriteAudit } from '../stores/accounts/write-audit.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openAccounts } from './open-accounts.ts'
import { openPepper } from './open-pepper.ts'
import type { World } from './world.ts'

export type { IssuedKey }

/** The accounts: as people manage them, and as requests ask them. */
export interface AccountDesk {
  readonly store: AccountStore
  readonly applications: ApplicationStore
  readonly ownKeys: OwnKeyStore
  readonly developers: DeveloperStore
  readonly plans: PlanStore
  readonly audit: AuditStore
  readonly desk: KeyDesk
  readonly drawKey: DrawKey
  readonly revokeLeaked: RevokeLeaked
  readonly findKey: KeyStore['find']
  readonly signIn: SignInDesk
  readonly pepper: Pepper
  readonly usage: DayUsage
  readonly names: AccountNames
  /** Changes of the tables that a newer version has made. */
  readonly newerMigrations: readonly string[]
  /** How many usable keys were made under another pepper than the one in force; they are all refused. */
  countForeignKeys(): Promise<number>
  close(): Promise<void>
}

/** Opens the accounts, and makes the data folder when there is none. Works beside serving processes. */
export async function openAccountDesk(
  config: Config,
  { clock, fillRandom }: Pick<World, 'clock' | 'fillRandom'>,
): Promise<AccountDesk> {
  makeDataFolder(config)
  const pepper = openPepper(config, fillRandom)
  const { database, lookups, migrations, close } = await openAccounts(config, clock)
  const { defaultLimits } = config
  const newId = () => randomBase62(16, fillRandom)
  const nowMs = () => clock.nowMs()
  const writeAudit = createWriteAudit({ newId, nowMs })
  const parts: AccountParts = { database, defaultLimits, newId, nowMs, writeAudit }
  const store = createAccountStore(parts)
  const signInStore = createSignInStore(parts)
  const drawKey = createDrawKey({ pepper, fillRandom })
  const keys = createKeyStore({ database: lookups, defaultLimits })
  return {
    store,
    applications: createApplicationStore(parts),
    ownKeys: createOwnKeyStore(parts),
    developers: createDeveloperStore(parts),
    plans: createPlanStore(parts),
    audit: createAuditStore(database),
    desk: createKeyDesk({ accounts: store, keys, pepper, clock, drawKey }),
    drawKey,
    revokeLeaked: createRevokeLeaked({ accounts: store, keys, pepper, clock }),
    findKey: keys.find,
    signIn: createSignInDesk({ store: signInStore, pepper, clock, fillRandom }),
    pepper,
    countForeignKeys: () => store.countForeignPepper(pepper.pepperId),
    usage: createDayUsage(database),
    names: createAccountNames(database),
    newerMigrations: migrations.newer,
    close,
  }
}
