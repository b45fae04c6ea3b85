import type { Kysely } from '#libraries/kysely'
import { clustered, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/** Creates the tables of predictions and of their accuracy. */
export async function createPredictionTables(
  { schema }: Kysely<unknown>,
  dialect: SqlDialect,
): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_predictions')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('made_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('prediction', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_predictions_key', ['board', 'made_at_ms']),
  ).execute()
  await schema
    .createTable('history_accuracy')
    .addColumn('region', 'text', (column) => column.primaryKey())
    .addColumn('accuracy', 'text', (column) => column.notNull())
    .execute()
}
