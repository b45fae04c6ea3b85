import type { Kysely } from '#libraries/kysely'
import type { MigrationPlan } from '../../platform/sql/run-migrations.ts'
import { BYTES, clustered, numbered, type SqlDialect } from '../../platform/sql/sql-dialect.ts'

/**
 * The tables of usage. They share a database with those of the accounts where both use Postgres.
 */
export const USAGE_MIGRATIONS: MigrationPlan = {
  what: 'The tables of usage',
  table: 'usage_migration',
  migrations: [{ name: '0001-usage', up: createUsage }],
}

const TEXTS = ['developer_id', 'key_id', 'operation', 'region', 'code'] as const
const COUNTS =
  'requests admitted over_minute over_day over_concurrency calls call_failures hits joined answers age_ms_sum age_ms_max'.split(
    ' ',
  )

/** No reference to keys or developers: usage is written in bulk and outlives them. */
async function createUsage(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const { schema } = database
  let hours = schema
    .createTable('usage_hours')
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
  for (const name of TEXTS) hours = hours.addColumn(name, 'text', (column) => column.notNull())
  for (const name of COUNTS) hours = hours.addColumn(name, 'bigint', (column) => column.notNull())
  hours = hours.addPrimaryKeyConstraint('usage_hours_key', [
    'developer_id',
    'hour',
    'key_id',
    'operation',
    'region',
    'status',
    'code',
  ] as never)
  await clustered(dialect, hours).execute()
  await schema.createIndex('usage_hours_by_hour').on('usage_hours').column('hour').execute()

  await schema
    .createTable('usage_flushes')
    .addColumn('process', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('usage_pages')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'bigint', numbered(dialect))
    .addColumn('first_s', 'bigint', (column) => column.notNull())
    .addColumn('last_s', 'bigint', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('bytes', BYTES[dialect], (column) => column.notNull())
    .execute()
  // Allows searching without reading the bytes of the blocks.
  await schema
    .createIndex('usage_pages_by_last')
    .on('usage_pages')
    .columns(['last_s', 'first_s', 'size'])
    .execute()
}
