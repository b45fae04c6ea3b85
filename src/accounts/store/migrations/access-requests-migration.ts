import { sql, type Kysely } from '#libraries/kysely'
import { BYTES, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/**
 * Adds requests for access, with one for each developer who already waits, and the scopes and
 * regions of plans. A null of those allows all.
 */
export async function addAccessRequests(
  database: Kysely<unknown>,
  dialect: SqlDialect,
): Promise<void> {
  const { schema } = database
  await schema
    .createTable('access_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('developer_id', 'text', (column) => column.references('developers.id'))
    .addColumn('token_mac', BYTES[dialect], (column) => column.unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('plan', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('decided_at_ms', 'bigint')
    .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema
    .createIndex('access_requests_by_state')
    .on('access_requests')
    .columns(['state', 'created_at_ms'])
    .execute()
  await schema
    .createIndex('access_requests_by_developer')
    .on('access_requests')
    .columns(['developer_id', 'state'])
    .execute()
  await sql`
    insert into access_requests
      (id, kind, state, developer_id, name, purpose, contact, created_at_ms)
    select id, 'access', 'pending', id, name, '', '', waiting_since_ms
    from developers where waiting_since_ms is not null`.execute(database)
  await schema.alterTable('plans').addColumn('scopes', 'text').execute()
  await schema.alterTable('plans').addColumn('regions', 'text').execute()
}
