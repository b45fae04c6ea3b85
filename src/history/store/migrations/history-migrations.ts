import { sql, type Kysely } from '#libraries/kysely'
import { createAnomalyTables } from './anomaly-migration.ts'
import {
  createArchiveTables,
  createImportOrigins,
  createRevisionTables,
} from './archive-migration.ts'
import { coverPoints } from './covering-migration.ts'
import { createFactTable } from './fact-migration.ts'
import { createPredictionTables } from './prediction-migration.ts'
import { createPlayerTables } from './player-migration.ts'
import type { MigrationPlan } from '../../../platform/sql/run-migrations.ts'
import { clustered, numbered, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/** The history tables, which share a database with those of the accounts on Postgres. */
export const HISTORY_MIGRATIONS: MigrationPlan = {
  what: 'The history tables',
  table: 'history_migration',
  migrations: [
    { name: '0001-history', up: createHistory },
    { name: '0002-archive', up: createArchiveTables },
    { name: '0003-revisions', up: createRevisionTables },
    { name: '0004-run-indexes', up: createRunIndexes },
    { name: '0005-anomalies', up: createAnomalyTables },
    { name: '0006-import-origins', up: createImportOrigins },
    { name: '0007-facts', up: createFactTable },
    { name: '0008-predictions', up: createPredictionTables },
    { name: '0009-players', up: createPlayerTables },
    { name: '0010-covering-points', up: coverPoints },
  ],
}

async function createHistory(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await createLeaseTable(database)
  await createBoardTables(database, dialect)
  await createSnapshotTables(database, dialect)
  await createWatchTables(database, dialect)
  await createEventTable(database, dialect)
  await createLiveTables(database, dialect)
}

async function createLeaseTable(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('history_lease')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('live_seq', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into history_lease (id, holder, epoch, expires_at_ms, live_seq)
    values (1, '', 0, 0, 0)`.execute(database)
}

async function createBoardTables({ schema }: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  /** Creates a table whose rows get sequential ids. */
  const createNumbered = (table: string) =>
    schema.createTable(table).addColumn('id', 'integer', numbered(dialect))

  await createNumbered('history_boards')
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('board_id', 'text', (column) => column.notNull())
    .addColumn('snapshots', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('thinned_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('thinned_step_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('history_board', ['region', 'kind', 'board_id'])
    .execute()
  await createNumbered('history_rank_sets')
    .addColumn('ranks', 'text', (column) => column.notNull().unique())
    .execute()
}

async function createSnapshotTables(
  { schema }: Kysely<unknown>,
  dialect: SqlDialect,
): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_snapshots')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('rank_set', 'integer')
      .addPrimaryKeyConstraint('history_snapshots_key', ['board', 'at_ms']),
  ).execute()
  await clustered(
    dialect,
    schema
      .createTable('history_points')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('rank', 'integer', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('points', 'bigint')
      .addPrimaryKeyConstraint('history_points_key', ['board', 'rank', 'at_ms']),
  ).execute()
  await schema
    .createTable('history_holders')
    .addColumn('board', 'integer', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('holders', 'text', (column) => column.notNull())
    .execute()
}

async function createWatchTables({ schema }: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_gaps')
      .addColumn('board', 'integer', (column) => column.notNull())
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      .addColumn('until_ms', 'bigint')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_gaps_key', ['board', 'from_ms']),
  ).execute()
  await schema
    .createTable('history_watches')
    .addColumn('board', 'integer', (column) => column.primaryKey())
    .addColumn('ranks', 'text')
    .addColumn('cadence_ms', 'bigint', (column) => column.notNull())
    .addColumn('from_ms', 'bigint')
    .addColumn('until_ms', 'bigint')
    .addColumn('paused', 'integer', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .execute()
}

async function createEventTable({ schema }: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_events')
      .addColumn('region', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('starts_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text')
      .addPrimaryKeyConstraint('history_events_key', ['region', 'event_id', 'starts_at_ms']),
  ).execute()
}

async function createLiveTables({ schema }: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await clustered(
    dialect,
    schema
      .createTable('history_live')
      .addColumn('region', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('happening', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('history_live_key', ['region', 'seq']),
  ).execute()
  await schema
    .createTable('history_live_dropped')
    .addColumn('region', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .execute()
}

/** Adds indexes by which readers find the runs of a time, however many a region has. */
async function createRunIndexes({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['starts_at_ms', 'ends_at_ms']) {
    await schema
      .createIndex(`history_events_${column}`)
      .on('history_events')
      .columns(['region', column])
      .execute()
  }
}
