import type { Kysely } from '#libraries/kysely'
import { BYTES, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/** Creates the tables of export files and of imports. */
export async function createArchiveTables(
  { schema }: Kysely<unknown>,
  dialect: SqlDialect,
): Promise<void> {
  await schema
    .createTable('history_files')
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('day_ms', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().unique())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('snapshots', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_files_key', ['region', 'day_ms'])
    .execute()
  await schema
    .createTable('history_file_pieces')
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('content', BYTES[dialect], (column) => column.notNull())
    .addPrimaryKeyConstraint('history_file_pieces_key', ['sha256', 'start'])
    .execute()
  await schema
    .createTable('history_imports')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('day_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended', 'integer', (column) => column.notNull())
    .execute()
}

/** Creates the tables of later export file revisions, and of days that need one. */
export async function createRevisionTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('history_file_revisions')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('day_ms', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('snapshots', 'bigint', (column) => column.notNull())
    .addColumn('replaces', 'text', (column) => column.notNull().unique())
    .execute()
  await schema
    .createTable('history_changed_days')
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('day_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_changed_days_key', ['region', 'day_ms'])
    .execute()
}

/** Adds what each import brought, so that it can be deleted again. */
export async function createImportOrigins({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['history_snapshots', 'history_events']) {
    await schema.alterTable(table).addColumn('import', 'integer').execute()
  }
  for (const column of ['number', 'files_before']) {
    await schema.alterTable('history_imports').addColumn(column, 'integer').execute()
  }
  await schema
    .createTable('history_import_snapshots')
    .addColumn('import', 'integer', (column) => column.notNull())
    .addColumn('board', 'integer', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_import_snapshots_key', ['board', 'at_ms', 'import'])
    .execute()
  await schema
    .createTable('history_import_gaps')
    .addColumn('import', 'integer', (column) => column.notNull())
    .addColumn('board', 'integer', (column) => column.notNull())
    .addColumn('from_ms', 'bigint', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_import_gaps_key', [
      'board',
      'from_ms',
      'until_ms',
      'role',
      'import',
    ])
    .execute()
  await schema
    .createTable('history_import_runs')
    .addColumn('import', 'integer', (column) => column.notNull())
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('starts_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text')
    .addPrimaryKeyConstraint('history_import_runs_key', [
      'region',
      'event_id',
      'starts_at_ms',
      'import',
    ])
    .execute()
}
