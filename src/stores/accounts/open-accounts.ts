import type { MigrationState } from '../run-migrations.ts'
import type { AccountDatabase } from './schema.ts'

/** How the accounts are opened. */
export interface OpenAccountsOptions {
  /** Whether the tables are brought up to date on the way; they are unless told. */
  readonly migrate?: boolean
}

/** The accounts, wherever they are, until they are closed. */
export interface OpenAccounts {
  readonly database: AccountDatabase
  /** The same for looking keys up while a client waits: gives up sooner. */
  readonly lookups: AccountDatabase
  /** What was found; what was pending has been made, if it was to be. */
  readonly migrations: MigrationState
  /** Closes every connection, within about a second whatever the database does. Idempotent. */
  close(): Promise<void>
}
