import { sql, type Kysely } from '#libraries/kysely'

/** The databases that tables can be in. */
export type SqlDialect = 'sqlite' | 'postgres'

/** The type of raw bytes. */
export const BYTES = { sqlite: sql`blob`, postgres: sql`bytea` } as const

/** One change of the tables. */
export interface Migration {
  /** Its place in the order, and its name in the table of those that were made. */
  readonly name: string
  readonly up: (database: Kysely<unknown>, dialect: SqlDialect) => Promise<void>
}

/** Tables that are brought up to date together. */
export interface MigrationPlan {
  /** What they hold, as a sentence begins: "The accounts". */
  readonly what: string
  /** The table that names the changes that were made. */
  readonly table: string
  /** In order. One that has been released is never edited: a test knows them all. */
  readonly migrations: readonly Migration[]
}

/** Which changes of the tables a database has had, by name. */
export interface MigrationState {
  readonly executed: readonly string[]
  /** Known here, and not made there yet; in order. */
  readonly pending: readonly string[]
  /** Made there by a newer version, and not known here. This version works beside them. */
  readonly newer: readonly string[]
}

/** Reads which changes a database has had. Changes nothing. */
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
 * Brings the tables up to date and returns what it found: what was `pending` is made now. The caller holds a lock and a
 * transaction over it, so that it happens whole or not at all, and once. Throws when it cannot.
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
      `${plan.what} have had changes that this version does not know (${found.newer.join(', ')}) and not all that it ` +
        `does (${found.pending.join(', ')}). Use the version that made them, or one after it.`,
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
    throw new Error(`${plan.what} could not be brought up to date.`, { cause: error })
  }
  return found
}

/** The table has the form that Kysely gave it in the first data folders. */
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
    // Of this schema, so that two installations may share a database. Not by to_regclass: in a transaction that has just
    // waited for another one, its cache does not know yet what that one has made.
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
