import { onAbort } from '../concurrency/abort.ts'
import { Kysely, PostgresDialect, sql } from '#libraries/kysely'
import type { Clock } from '../time/clock.ts'
import {
  readMigrations,
  runMigrations,
  type MigrationPlan,
  type MigrationState,
} from './run-migrations.ts'
import { AccountsFailure } from './database-failure.ts'
import { createConnectionPool, type LendingLimits } from './connection-pool.ts'
import { explainFailure, toFailure } from './postgres-failure.ts'

/** Milliseconds for the first statement: a hanging database is retried soon. */
const OPEN_MS = 2_000

/** Milliseconds for a migration statement, which the server does not limit. */
const MIGRATION_MS = 600_000

/** Milliseconds to wait for a migration by another process. */
const TURN_MS = 60_000

/** Milliseconds to wait for a table lock: later statements queue behind it for as long. */
const TABLE_MS = 5_000

/** Options of a database. */
export interface OpenDatabaseOptions {
  /** Whether pending migrations are applied. */
  readonly migrate: boolean
  /** Connections at most. */
  readonly connectionsMax: number
  /**
   * Ends the opening within about a second, whatever the database does; has no effect on an open
   * database.
   */
  readonly signal?: AbortSignal
}

/** An open Postgres database. */
export interface OpenDatabase {
  /** Returns the database under these limits. */
  readonly using: <Tables>(limits: LendingLimits) => Kysely<Tables>
  /** The migrations found; the pending ones were applied, if requested. */
  readonly migrations: MigrationState
  /** Closes every connection, within about a second whatever the database does. Idempotent. */
  readonly close: () => Promise<void>
}

/**
 * Opens a Postgres database and applies pending migrations: once and atomically, also when many
 * nodes start together or one is killed meanwhile. Throws an {@link AccountsFailure} with advice
 * for the operator.
 */
export async function openDatabase(
  url: string,
  clock: Pick<Clock, 'after'>,
  plan: MigrationPlan,
  { migrate, connectionsMax, signal }: OpenDatabaseOptions,
): Promise<OpenDatabase> {
  const pool = createConnectionPool(url, clock, connectionsMax)
  const using = <Tables>(limits: LendingLimits) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool.lending(limits) }) })
  const stopListening = signal && onAbort(signal, () => void pool.close())
  try {
    // Most starts have no pending migration, and need neither a lock nor the right to change
    // tables.
    const found = await readMigrations(using({ statementMs: OPEN_MS }), 'postgres', plan)
    const behind = migrate && found.pending.length > 0
    const migrations = behind ? await inTurn(using({ statementMs: MIGRATION_MS }), plan) : found
    return { using, migrations, close: () => pool.close() }
  } catch (error) {
    await pool.close()
    throw explain(url, error)
  } finally {
    stopListening?.()
  }
}

/** A transaction-level lock: it is released with the transaction. */
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
