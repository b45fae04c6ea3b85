import { randomBase62 } from '../platform/text/random-base62.ts'
import { createKeyGenerator, type GenerateKey } from './keys/generate-key.ts'
import {
  createKeyService,
  KeyNotIssued,
  type IssuedKey,
  type KeyService,
  type KeyRequest,
} from './keys/key-service.ts'
import { createRevokeLeaked, type RevokeLeaked } from './keys/leaked-keys.ts'
import type { Pepper } from './keys/pepper.ts'
import { createSealedTexts, type SealedTexts } from './keys/sealed-texts.ts'
import { createSignInService, type SignInService } from './sign-in-service.ts'
import type { SignInStore } from './sign-in-store.ts'
import type { QuotaConfig } from '../quotas/quota-config.ts'
import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import type { AccountsConfig } from './accounts-config.ts'
import type { AccessRequestStore } from './access-request-store.ts'
import type { AccountNames } from './account-names.ts'
import type { AccountStore } from './account-store.ts'
import type { ApplicationStore } from './application-store.ts'
import type { AuditStore } from './audit-store.ts'
import type { DayUsage } from '../quotas/day-usage.ts'
import type { DeveloperStore } from './developer-store.ts'
import type { IncidentStore } from './incident-store.ts'
import type { KeyStore } from './keys/key-store.ts'
import type { SelfServiceKeys } from './self-service-keys.ts'
import type { PlanStore } from './plan-store.ts'
import type { AccountOptions } from './store/account-store-options.ts'
import { createAccessRequestStore } from './store/developers/access-request-rows.ts'
import { createAccountNames } from './store/developers/name-lookup.ts'
import { createAccountStore } from './store/account-rows.ts'
import { createApplicationStore } from './store/keys/application-rows.ts'
import { createAuditStore } from './store/audit/audit-rows.ts'
import { createDayUsage } from './store/developers/day-counts.ts'
import { createDeveloperStore } from './store/developers/developer-rows.ts'
import { createIncidentStore } from './store/incident-rows.ts'
import { createKeyStore } from './store/keys/key-rows.ts'
import { createSelfServiceKeys } from './store/keys/self-service-key-rows.ts'
import { createPlanStore } from './store/plans/plan-rows.ts'
import { pruneAllKeys } from './store/keys/prune-keys.ts'
import { createIdentities } from './store/sign-in/identities.ts'
import { createInvitations } from './store/sign-in/invitations.ts'
import { createSetRole } from './store/sign-in/roles.ts'
import { createSessions } from './store/sign-in/sessions.ts'
import { createWriteAudit } from './store/audit/write-audit.ts'
import { prepareDataDirectory } from '../platform/files/prepare-data-directory.ts'
import { openAccounts } from './store/open-configured-accounts.ts'
import { openPepper } from './keys/open-pepper.ts'
import type { Platform } from '../platform/platform.ts'
import { machineTime, POSTGRES_TIME, type StoreTime } from '../platform/sql/sql-lease.ts'

export { KeyNotIssued, type IssuedKey, type KeyRequest }

/** Configuration needed to open the accounts. */
export type AccountServiceConfig = DatabaseConfig & AccountsConfig & QuotaConfig

/** Accounts: their management, and the look-ups of requests. */
export interface AccountService {
  readonly store: AccountStore
  readonly applications: ApplicationStore
  readonly selfServiceKeys: SelfServiceKeys
  readonly developers: DeveloperStore
  readonly plans: PlanStore
  readonly audit: AuditStore
  readonly keys: KeyService
  readonly generateKey: GenerateKey
  readonly revokeLeaked: RevokeLeaked
  readonly findKey: KeyStore['find']
  readonly signIn: SignInService
  readonly pepper: Pepper
  readonly usage: DayUsage
  readonly names: AccountNames
  readonly incidents: IncidentStore
  /** Encrypts texts that are stored and read again. */
  readonly sealedTexts: SealedTexts
  /** For products with tables of their own beside the accounts. */
  readonly tables: Pick<AccountOptions, 'database' | 'newId' | 'nowMs' | 'writeAudit'> & {
    readonly storeTime: StoreTime
  }
  readonly accessRequests: AccessRequestStore
  /** Schema migrations applied by a newer version. */
  readonly newerMigrations: readonly string[]
  /** Schema migrations applied on opening. */
  readonly appliedMigrations: readonly string[]
  /**
   * Deletes surplus rows left by versions without limits, in short transactions; ends when `pause`
   * resolves to false.
   */
  pruneKeys(pause: () => Promise<boolean>): Promise<void>
  /** Returns the number of active keys stored under another pepper; all of them are rejected. */
  countForeignKeys(): Promise<number>
  readonly close: () => Promise<void>
}

/**
 * Opens the accounts; creates the data directory when it is missing. Works beside serving
 * processes.
 */
export async function openAccountService(
  config: AccountServiceConfig,
  { clock, fillRandom }: Pick<Platform, 'clock' | 'fillRandom'>,
): Promise<AccountService> {
  prepareDataDirectory(config)
  const pepper = openPepper(config, fillRandom)
  const { database, lookups, withReserve, migrations, close } = await openAccounts(config, clock)
  const newId = () => randomBase62(16, fillRandom)
  const nowMs = () => clock.nowMs()
  const writeAudit = createWriteAudit({ newId, nowMs })
  const limits = { defaultLimits: config.defaultLimits, starterPlan: config.starterPlan }
  const options: AccountOptions = { database, ...limits, newId, nowMs, writeAudit, withReserve }
  const store = createAccountStore(options)
  const accessRequests = createAccessRequestStore(options)
  const generateKey = createKeyGenerator({ pepper, fillRandom })
  const keyStore = createKeyStore({ database: lookups, ...limits })
  return {
    store,
    applications: createApplicationStore(options),
    selfServiceKeys: createSelfServiceKeys(options),
    developers: createDeveloperStore(options),
    plans: createPlanStore(options),
    audit: createAuditStore(database),
    keys: createKeyService({ accounts: store, keys: keyStore, pepper, clock, generateKey }),
    generateKey,
    revokeLeaked: createRevokeLeaked({ accounts: store, keys: keyStore, pepper, clock }),
    findKey: keyStore.find,
    signIn: createSignInService({
      store: createSignInStore(options),
      accessRequests,
      pepper,
      clock,
      fillRandom,
    }),
    pepper,
    countForeignKeys: () => store.countForeignPepper(pepper.pepperId),
    usage: createDayUsage(database),
    names: createAccountNames(database),
    incidents: createIncidentStore(options),
    sealedTexts: createSealedTexts(pepper, fillRandom),
    tables: {
      database,
      newId,
      nowMs,
      writeAudit,
      storeTime: config.databaseUrl === undefined ? machineTime(clock) : POSTGRES_TIME,
    },
    accessRequests,
    newerMigrations: migrations.newer,
    appliedMigrations: migrations.pending,
    pruneKeys: (pause) => pruneAllKeys(database, nowMs, pause),
    close,
  }
}

function createSignInStore(options: AccountOptions): SignInStore {
  return {
    sessions: createSessions(options),
    invitations: createInvitations(options),
    identities: createIdentities(options),
    setRole: createSetRole(options),
  }
}
