import { sql, type Kysely } from '#libraries/kysely'
import { BYTES, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/** Adds webhooks, their messages and deliveries, and the lease of the node that sends. */
export async function addWebhooks(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const { schema } = database
  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('developer_id', 'text', (column) => column.notNull().references('developers.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('preset', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('sealed', BYTES[dialect], (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failing_since_ms', 'bigint')
    .addColumn('due_at_ms', 'bigint')
    .execute()
  await schema
    .createIndex('webhooks_of_developer')
    .on('webhooks')
    .columns(['developer_id', 'created_at_ms'])
    .execute()
  await schema.createIndex('webhooks_by_revision').on('webhooks').column('revision').execute()
  await schema.createIndex('webhooks_due').on('webhooks').columns(['due_at_ms', 'host']).execute()
  await addOutbox(database)
}

/** Deliveries refer to webhooks by key order, so that each webhook reads its own in order. */
async function addOutbox(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('webhook_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('webhook_messages_by_time')
    .on('webhook_messages')
    .column('at_ms')
    .execute()
  await schema
    .createTable('webhook_deliveries')
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('attempts', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['webhook_id', 'seq'])
    .execute()
  await schema
    .createIndex('webhook_deliveries_by_state')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'state', 'seq'])
    .execute()
  await schema
    .createIndex('webhook_deliveries_by_time')
    .on('webhook_deliveries')
    .column('created_at_ms')
    .execute()
  await schema
    .createTable('webhook_sender')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('live_seq', 'bigint')
    .addColumn('clock_ms', 'bigint')
    .execute()
  await sql`insert into webhook_sender (id, holder, epoch, expires_at_ms, revision, seq)
    values (1, '', 0, 0, 0, 0)`.execute(database)
}
