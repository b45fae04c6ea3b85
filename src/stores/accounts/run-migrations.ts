import { sql, type Kysely } from 'kysely'
import { MIGRATIONS, type AccountDialect } from './migrations.ts'
import type { AccountDatabase } from './schema.ts'

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
  database: AccountDatabase,
  dialect: AccountDialect,
): Promise<MigrationState> {
  const executed = (await hasTable(database, dialect)) ? await readNames(database) : []
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  const pending = MIGRATIONS.filter(({ name }) => !executed.includes(name)).map(({ name }) => name)
  return { executed, pending, newer: executed.filter((name) => !known.has(name)).toSorted() }
}

/**
 * Brings the tables up to date and returns what it found: what was `pending` is made now. The caller holds a lock and a
 * transaction over it, so that it happens whole or not at all, and once. Throws when it cannot.
 */
export async function runMigrations(
  database: AccountDatabase,
  dialect: AccountDialect,
): Promise<MigrationState> {
  const found = await readMigrations(database, dialect)
  if (found.pending.length === 0) return found
  if (found.newer.length > 0) {
    throw new Error(
      `The accounts have had changes that this version does not know (${found.newer.join(', ')}) and not all that it ` +
        `does (${found.pending.join(', ')}). Use the version that made them, or one after it.`,
    )
  }
  try {
    await createTable(database)
    for (const { name, up } of MIGRATIONS.filter((one) => found.pending.includes(one.name))) {
      await up(database as unknown as Kysely<unknown>, dialect)
      await sql`insert into kysely_migration (name, timestamp)
        values (${name}, cast(current_timestamp as varchar(255)))`.execute(database)
    }
  } catch (error) {
    throw new Error('The accounts could not be brought up to date.', { cause: error })
  }
  return found
}

/** The table has the name and the form that Kysely gave it in the first data folders. */
async function createTable(database: AccountDatabase): Promise<void> {
  await database.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
}

async function hasTable(database: AccountDatabase, dialect: AccountDialect): Promise<boolean> {
  const query = {
    sqlite: sql<object>`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`,
    // Of this schema, so that two installations may share a database. Not by to_regclass: in a transaction that has just
    // waited for another one, its cache does not know yet what that one has made.
    postgres: sql<object>`select 1 from pg_catalog.pg_tables
      where schemaname = current_schema() and tablename = 'kysely_migration'`,
  }[dialect]
  return (await query.execute(database)).rows.length > 0
}

async function readNames(database: AccountDatabase): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(database)
  return rows.map(({ name }) => name)
}
