import type { Kysely } from '#libraries/kysely'
import { clustered, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/** Creates the tables of the ranks that players held. */
export async function createPlayerTables(
  { schema }: Kysely<unknown>,
  dialect: SqlDialect,
): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_player_spans')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      .addColumn('until_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_player_spans_key', ['board', 'from_ms']),
  ).execute()
  await clustered(
    dialect,
    schema
      .createTable('history_player_ranks')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('span_ms', 'bigint', (column) => column.notNull())
      .addColumn('player', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('rank', 'integer')
      .addPrimaryKeyConstraint('history_player_ranks_key', ['board', 'span_ms', 'player', 'at_ms']),
  ).execute()
}
