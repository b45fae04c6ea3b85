import type { Kysely } from '#libraries/kysely'
import { BYTES, type SqlDialect } from '../../run-migrations.ts'

/** Adds the files of days, and which of them were taken in. */
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
