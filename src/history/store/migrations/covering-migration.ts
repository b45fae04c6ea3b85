import { sql, type Kysely } from '#libraries/kysely'
import type { SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/**
 * Adds the points to the key of `history_points` on Postgres, where the rows of a rank are far
 * apart: the table is in the order of recording. Reads then need the index only, as they do on
 * SQLite, whose table is in key order. Until a page of the table is vacuumed, its rows are looked
 * up there nevertheless, so vacuums are frequent. Reads continue while the index is built.
 */
export async function coverPoints(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  if (dialect === 'sqlite') return
  await sql`create unique index history_points_covering
    on history_points (board, rank, at_ms) include (points)`.execute(database)
  await sql`alter table history_points drop constraint history_points_key,
    add constraint history_points_key primary key using index history_points_covering,
    set (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0)
  `.execute(database)
}
