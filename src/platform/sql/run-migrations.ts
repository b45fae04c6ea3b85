import { sql, type Kysely } from '#libraries/kysely'
import type { SqlDialect } from './sql-dialect.ts'

/** One migration. */
export interface Migration {
  /** Its position, and its name in the migrations table. */
  readonly name: string
  readonly up: (database: Kysely<unknown>, dialect: SqlDialect) => Promise<void>
}

/** Tables that are migrated together. */
export interface MigrationPlan {
  /** Subject of error messages: "The accounts". */
  readonly what: string
  /** The migrations table. */
  readonly table: string
  /** In order. A released migration is never edited: a test knows them all. */
  readonly migrations: readonly Migration[]
}

/** Applied and pending migrations of a database, by name. */
export interface MigrationState {
  readonly executed: readonly string[]
  /** Known to this version, not applied yet; in order. */
  readonly pending: readonly string[]
  /** Applied by a newer version, unknown to this one, which works beside them. */
  readonly newer: readonly string[]
}

/** Receives the migrations found on opening a database; the pending ones have been applied. */
export type OnMigrations = (migrations: MigrationState) => void

/** Reads the migrations of a database without changing anything. */
export async function readMigrations(
  database: Kysely<unknown>,
  dialect: SqlDialect,
  plan: MigrationPlan,
): Promise<MigrationState> {
  const executed = (await hasTable(database, dialect, plan)) ? await readNames(database, plan) : []
  const known = new Set(plan.migrations.map(({ name }) => name))
  const pending = plan.migrations
    .filter(({ name }) => !executed.includes(name))
    .map(({ name }) => name)
  return { executed, pending, newer: executed.filter((name) => !known.has(name)).toSorted() }
}

/**
 * Applies pending migrations and returns what it found. The caller holds a lock and a transaction,
 * so that this happens once and atomically. Throws on failure.
 */
export async function runMigrations(
  database: Kysely<unknown>,
  dialect: SqlDialect,
  plan: MigrationPlan,
): Promise<MigrationState> {
  const found = await readMigrations(database, dialect, plan)
  if (found.pending.length === 0) return found
  if (found.newer.length > 0) {
    throw new Error(
      `${plan.what} were changed by a newer version: they have migrations that this one does not know ` +
        `(${found.newer.join(', ')}) and lack some that it has (${found.pending.join(', ')}). ` +
        'Use that version or a later one.',
    )
  }
  try {
    await createTable(database, plan)
    for (const { name, up } of plan.migrations.filter((one) => found.pending.includes(one.name))) {
      await up(database, dialect)
      await sql`insert into ${sql.table(plan.table)} (name, timestamp)
        values (${name}, cast(current_timestamp as varchar(255)))`.execute(database)
    }
  } catch (error) {
    throw new Error(`${plan.what} could not be migrated.`, { cause: error })
  }
  return found
}

/** The table format is that of Kysely in the first data directories. */
async function createTable(database: Kysely<unknown>, { table }: MigrationPlan): Promise<void> {
  await database.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
}

async function hasTable(
  database: Kysely<unknown>,
  dialect: SqlDialect,
  { table }: MigrationPlan,
): Promise<boolean> {
  const query = {
    sqlite: sql<object>`select 1 from sqlite_schema where type = 'table' and name = ${table}`,
    // Limited to this schema, so that installations may share a database. Not by to_regclass: in a
    // transaction that has waited for another, its cache does not contain that one's tables yet.
    postgres: sql<object>`select 1 from pg_catalog.pg_tables
      where schemaname = current_schema() and tablename = ${table}`,
  }[dialect]
  return (await query.execute(database)).rows.length > 0
}

async function readNames(
  database: Kysely<unknown>,
  { table }: MigrationPlan,
): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(table)} order by name`.execute(database)
  return rows.map(({ name }) => name)
}
