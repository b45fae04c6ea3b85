import type { Kysely } from '#libraries/kysely'
import { clustered, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/** Creates the table of facts about events, songs, cards and gachas. */
export async function createFactTable(
  { schema }: Kysely<unknown>,
  dialect: SqlDialect,
): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_facts')
      .addColumn('region', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('starts_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_facts_key', [
        'region',
        'kind',
        'id',
        'starts_at_ms',
        'source',
      ]),
  ).execute()
}
