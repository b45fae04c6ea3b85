import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { AccountDatabase } from './schema.ts'

/** Every change of the tables, in order. One that has been released is never edited. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts': { up: createAccounts },
}

/**
 * Brings the tables up to date. Throws when it cannot. Whoever opens a database runs it in such a way that it happens
 * whole or not at all, and once.
 */
export async function migrateAccounts(database: AccountDatabase): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new Error('The accounts could not be brought up to date.', { cause: error })
}

async function createAccounts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('developers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('minute_limit', 'integer')
    .addColumn('day_limit', 'integer')
    .addColumn('concurrency_limit', 'integer')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('developer_id', 'text', (column) => column.notNull().references('developers.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('applications_of_developer', ['developer_id', 'name'])
    .execute()
  await database.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_id', 'text', (column) => column.notNull().references('applications.id'))
    .addColumn('mac', 'blob', (column) => column.notNull())
    .addColumn('pepper_id', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('regions', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('revoked_at_ms', 'bigint')
    .addColumn('replaced_by', 'text')
    .execute()
  await database.schema
    .createIndex('keys_of_application')
    .on('keys')
    .column('application_id')
    .execute()
}
