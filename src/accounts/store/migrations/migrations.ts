import { sql, type Kysely } from '#libraries/kysely'
import { addAccessRequests } from './access-requests-migration.ts'
import { addIncidents } from './incidents-migration.ts'
import { addKeyChanges } from './key-changes-migration.ts'
import { addPortal } from './portal-migration.ts'
import { boundAccounts } from './bounds-migration.ts'
import { addWebhooks } from './webhooks-migration.ts'
import type { Migration, MigrationPlan } from '../../../platform/sql/run-migrations.ts'
import { BYTES, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/**
 * Postgres NOTIFY channel for changes of keys, limits and plans. A message is the kind of row, a
 * space and its id; an empty one means that anything may have changed.
 */
export const CHANGES_CHANNEL = 'backline_accounts'

/** All migrations, in order. A released one is never edited; a test checks their digests. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-accounts', up: createAccounts },
  { name: '0002-usage-days', up: createUsageDays },
  { name: '0003-tell-of-changes', up: tellOfChanges },
  { name: '0004-portal', up: addPortal },
  {
    name: '0005-key-changes',
    up: (database, dialect) => addKeyChanges(database, dialect, CHANGES_CHANNEL),
  },
  { name: '0006-bound-accounts', up: boundAccounts },
  { name: '0007-origins-of-access', up: addOriginsOfAccess },
  { name: '0008-incidents', up: addIncidents },
  { name: '0009-webhooks', up: addWebhooks },
  { name: '0010-access-requests', up: addAccessRequests },
]

/**
 * Migration plan of the accounts. The name dates from the first data directories, whose tables
 * Kysely created.
 */
export const ACCOUNT_MIGRATIONS: MigrationPlan = {
  what: 'The accounts',
  table: 'kysely_migration',
  migrations: MIGRATIONS,
}

async function createAccounts(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
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
    .addColumn('mac', BYTES[dialect], (column) => column.notNull())
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

/** No reference to developers: counts are written in bulk and outlive their developer. */
async function createUsageDays(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('usage_day')
    .addColumn('developer_id', 'text', (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_day_key', ['developer_id', 'day'])
    .execute()
  await database.schema.createIndex('usage_day_by_day').on('usage_day').column('day').execute()
}

/**
 * Adds who created a developer and which person started a session. An older version leaves both
 * null.
 */
async function addOriginsOfAccess({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('developers').addColumn('created_by', 'text').execute()
  await schema.alterTable('sessions').addColumn('identity_id', 'text').execute()
}

/**
 * Uses triggers, so that manual changes count too. SQLite needs none: its watch sees every commit.
 */
async function tellOfChanges(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  if (dialect === 'sqlite') return
  await sql`
    create function backline_tell_of_change() returns trigger language plpgsql as $$
    begin
      perform pg_catalog.pg_notify('${sql.raw(CHANGES_CHANNEL)}', '');
      return null;
    end $$`.execute(database)
  for (const table of ['developers', 'applications', 'keys']) {
    await sql`
      create trigger backline_tell_of_change
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function backline_tell_of_change()`.execute(database)
  }
}
