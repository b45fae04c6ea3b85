import type { Kysely } from '#libraries/kysely'

/**
 * Adds daily change counts, the ids of keys that ended long ago, and indexes that let lists read
 * only the rows they show.
 */
export async function boundAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('developer_changes')
    .addColumn('developer_id', 'text', (column) => column.primaryKey())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('changes', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('retired_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_id', 'text', (column) => column.notNull())
    .addColumn('retired_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('keys_by_application_time')
    .on('keys')
    .columns(['application_id', 'created_at_ms'])
    .execute()
  await schema
    .createIndex('keys_by_application_end')
    .on('keys')
    .columns(['application_id', 'revoked_at_ms', 'expires_at_ms'])
    .execute()
  await schema
    .createIndex('applications_by_removal')
    .on('applications')
    .columns(['developer_id', 'removed_at_ms'])
    .execute()
}
