import { Kysely, PostgresDialect, sql } from '#libraries/kysely'
import type { Clock } from '../../domain/clock.ts'
import {
  readMigrations,
  runMigrations,
  type MigrationPlan,
  type MigrationState,
} from '../run-migrations.ts'
import { AccountsFailure } from '../accounts/accounts-failure.ts'
import { createConnectionPool } from './connection-pool.ts'
import { explainFailure, toFailure } from './postgres-failure.ts'

/** Milliseconds for the first question: whoever waits for a database that hangs tries anew soon. */
const OPEN_MS = 2_000

/** Milliseconds for one statement of a migration, which the server does not bound. */
const MIGRATION_MS = 600_000

/** Milliseconds to wait while another process changes the tables. */
const TURN_MS = 60_000

/** Milliseconds to wait for a table that somebody uses: whoever comes behind waits as long. */
const TABLE_MS = 5_000

/** How a database is opened. */
export interface OpenDatabaseOptions {
  /** Whether the tables are brought up to date on the way. */
  readonly migrate: boolean
  /** Connections at one time. */
  readonly connectionsMax: number
}

/** Tables in Postgres, until they are closed. */
export interface OpenDatabase {
  /** The database, where each statement may take so many milliseconds, over `most` of the connections at one time, or all. */
  using<Tables>(statementMs: number, most?: number): Kysely<Tables>
  /** What was found; what was pending has been made, if it was to be. */
  readonly migrations: MigrationState
  /** Closes every connection, within about a second whatever the database does. Idempotent. */
  close(): Promise<void>
}

/**
 * Opens tables in Postgres and brings them up to date: once, whole or not at all, also when many nodes start at one
 * time or one is killed on the way. Throws an {@link AccountsFailure}, in words for the operator, when it cannot.
 */
export async function openDatabase(
  url: string,
  clock: Pick<Clock, 'after'>,
  plan: MigrationPlan,
  { migrate, connectionsMax }: OpenDatabaseOptions,
): Promise<OpenDatabase> {
  const pool = createConnectionPool(url, clock, connectionsMax)
  const using = <Tables>(statementMs: number, most?: number) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool.lending(statementMs, most) }) })
  try {
    // Most starts find nothing to do: they need no lock, and no right to change tables.
    const found = await readMigrations(using(OPEN_MS), 'postgres', plan)
    const behind = migrate && found.pending.length > 0
    const migrations = behind ? await inTurn(using(MIGRATION_MS), plan) : found
    return { using, migrations, close: () => pool.close() }
  } catch (error) {
    await pool.close()
    throw explain(url, error)
  }
}

/** A transaction's lock: it ends with the transaction, however that ends. */
function inTurn(database: Kysely<unknown>, plan: MigrationPlan): Promise<MigrationState> {
  return database.transaction().execute(async (transaction) => {
    const bound = (name: string, ms: number) =>
      sql`select set_config(${name}, ${String(ms)}, true)`.execute(transaction)
    await bound('statement_timeout', 0)
    await bound('lock_timeout', TURN_MS)
    const name = sql`'backline migration ' || current_schema()`
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction)
    await bound('lock_timeout', TABLE_MS)
    return runMigrations(transaction, 'postgres', plan)
  })
}

function explain(url: string, error: unknown): Error {
  if (!(error instanceof Error) || error.cause === undefined) return explainFailure(url, error)
  const reason = explainFailure(url, toFailure(error.cause))
  return new AccountsFailure(error.message, reason.mayPass, reason)
}
