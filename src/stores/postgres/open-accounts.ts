import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { OpenAccounts, OpenAccountsOptions } from '../accounts/open-accounts.ts'
import { readMigrations, runMigrations, type MigrationState } from '../accounts/run-migrations.ts'
import { AccountsFailure } from '../accounts/accounts-failure.ts'
import type { AccountDatabase, AccountTables } from '../accounts/schema.ts'
import { createConnectionPool } from './connection-pool.ts'
import { explainFailure, toFailure } from './postgres-failure.ts'

/** Milliseconds for a look-up that a client waits for. Its guard gives up before; this frees the connection. */
const LOOKUP_MS = 1_000

/** Milliseconds for the first question: whoever waits for a database that hangs tries anew soon. */
const OPEN_MS = 2_000

/** Milliseconds for every other statement: more than the server itself allows. */
const STATEMENT_MS = 12_000

/** Milliseconds for one statement of a migration, which the server does not bound. */
const MIGRATION_MS = 600_000

/** Milliseconds to wait while another process changes the tables. */
const TURN_MS = 60_000

/** Milliseconds to wait for a table that somebody uses: whoever comes behind waits as long. */
const TABLE_MS = 5_000

/**
 * Opens the accounts in Postgres and brings the tables up to date: once, whole or not at all, also when many nodes
 * start at one time or one is killed on the way. Throws an {@link AccountsFailure}, in words for the operator, when it
 * cannot.
 */
export async function openPostgresAccounts(
  url: string,
  clock: Pick<Clock, 'after'>,
  { migrate = true }: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const pool = createConnectionPool(url, clock)
  const using = (statementMs: number) =>
    new Kysely<AccountTables>({
      dialect: new PostgresDialect({ pool: pool.lending(statementMs) }),
    })
  try {
    const database = using(STATEMENT_MS)
    // Most starts find nothing to do: they need no lock, and no right to change tables.
    const found = await readMigrations(using(OPEN_MS), 'postgres')
    const behind = migrate && found.pending.length > 0
    const migrations = behind ? await inTurn(using(MIGRATION_MS)) : found
    return { database, lookups: using(LOOKUP_MS), migrations, close: () => pool.close() }
  } catch (error) {
    await pool.close()
    throw explain(url, error)
  }
}

/** A transaction's lock: it ends with the transaction, however that ends. */
function inTurn(database: AccountDatabase): Promise<MigrationState> {
  return database.transaction().execute(async (transaction) => {
    const bound = (name: string, ms: number) =>
      sql`select set_config(${name}, ${String(ms)}, true)`.execute(transaction)
    await bound('statement_timeout', 0)
    await bound('lock_timeout', TURN_MS)
    const name = sql`'backline migration ' || current_schema()`
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction)
    await bound('lock_timeout', TABLE_MS)
    return runMigrations(transaction, 'postgres')
  })
}

function explain(url: string, error: unknown): Error {
  if (!(error instanceof Error) || error.cause === undefined) return explainFailure(url, error)
  const reason = explainFailure(url, toFailure(error.cause))
  return new AccountsFailure(error.message, reason.mayPass, reason)
}
