import type { Kysely } from '#libraries/kysely'
import { clustered, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/** Creates the tables of anomalies and of their number per run. */
export async function createAnomalyTables(
  { schema }: Kysely<unknown>,
  dialect: SqlDialect,
): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_anomalies')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('rank', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('points_before', 'bigint')
      .addColumn('points_after', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_anomalies_key', ['board', 'at_ms', 'rank', 'kind']),
  ).execute()
  await clustered(
    dialect,
    schema
      .createTable('history_anomaly_runs')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('run_ms', 'bigint', (column) => column.notNull())
      .addColumn('anomalies', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_anomaly_runs_key', ['board', 'run_ms']),
  ).execute()
}
