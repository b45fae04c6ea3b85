import type { MigrationState } from '../../platform/sql/run-migrations.ts'
import type { WithReserve } from './account-store-options.ts'
import type { AccountDatabase } from './schema.ts'

/** Options of opening the accounts. */
export interface OpenAccountsOptions {
  /** Whether pending migrations are applied; true by default. */
  readonly migrate?: boolean
}

/** Open connections to the accounts. */
export interface OpenAccounts {
  readonly database: AccountDatabase
  /** Connection for look-ups with a waiting client, which has a shorter timeout. */
  readonly lookups: AccountDatabase
  /** Runs a change that must succeed on a full disk, where this process writes the disk itself. */
  readonly withReserve: WithReserve
  /** Migrations found; pending ones have been applied if requested. */
  readonly migrations: MigrationState
  /** Closes every connection within about a second, regardless of the database. Idempotent. */
  readonly close: () => Promise<void>
}
