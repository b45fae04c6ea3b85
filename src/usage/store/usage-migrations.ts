import type { Kysely } from '#libraries/kysely'
import type { MigrationPlan } from '../../platform/sql/run-migrations.ts'
import { BYTES, clustered, numbered, type SqlDialect } from '../../platform/sql/sql-dialect.ts'

/**
 * The tables of usage. They share a database with those of the accounts where both use Postgres.
 */
export const USAGE_MIGRATIONS: MigrationPlan = {
  what: 'The tables of usage',
  table: 'usage_migration',
  migrations: [
    { name: '0001-usage', up: createUsage },
    { name: '0002-page-filters', up: createPageFilters },
    { name: '0003-usage-days', up: createUsageDays },
    { name: '0004-usage-latencies', up: createLatencies },
  ],
}

const TEXTS = ['developer_id', 'key_id', 'operation', 'region', 'code'] as const
const COUNTS =
  'requests admitted over_minute over_day over_concurrency calls call_failures hits joined answers age_ms_sum age_ms_max'.split(
    ' ',
  )

/** No reference to keys or developers: usage is written in bulk and outlives them. */
async function createUsage(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const { schema } = database
  await createCounts(database, dialect, 'usage_hours')

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

/**
 * A separate table: in SQLite, a column behind the bytes of a block can only be read through them.
 * Blocks of the previous version have no row and are always searched.
 */
async function createPageFilters({ schema }: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await schema
    .createTable('usage_page_filters')
    .addColumn('page_id', dialect === 'sqlite' ? 'integer' : 'bigint', (column) =>
      column.primaryKey(),
    )
    .addColumn('slowest_ms', 'bigint', (column) => column.notNull())
    .addColumn('bits', BYTES[dialect], (column) => column.notNull())
    .execute()
}

/** Finished days, each summed up from its hours, whose table has the same columns. */
async function createUsageDays(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await createCounts(database, dialect, 'usage_days')
  await database.schema
    .createTable('usage_rollups')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('until_hour', 'integer', (column) => column.notNull())
    .execute()
}

async function createLatencies({ schema }: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const latencies = schema
    .createTable('usage_latencies')
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('developer_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('bucket', 'integer', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_latencies_key', [
      'developer_id',
      'hour',
      'key_id',
      'operation',
      'bucket',
    ])
  await clustered(dialect, latencies).execute()
  await schema.createIndex('usage_latencies_by_hour').on('usage_latencies').column('hour').execute()
}

/** Creates a table of counts by hour or day. */
async function createCounts(
  { schema }: Kysely<unknown>,
  dialect: SqlDialect,
  name: string,
): Promise<void> {
  let counts = schema
    .createTable(name)
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
  for (const text of TEXTS) counts = counts.addColumn(text, 'text', (column) => column.notNull())
  for (const one of COUNTS) counts = counts.addColumn(one, 'bigint', (column) => column.notNull())
  counts = counts.addPrimaryKeyConstraint(`${name}_key`, [
    'developer_id',
    'hour',
    'key_id',
    'operation',
    'region',
    'status',
    'code',
  ] as never)
  await clustered(dialect, counts).execute()
  await schema.createIndex(`${name}_by_hour`).on(name).column('hour').execute()
}
