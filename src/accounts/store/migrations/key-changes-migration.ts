import { sql, type Kysely, type RawBuilder } from '#libraries/kysely'
import type { SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/**
 * Rows retained in the change log of SQLite. A server that is further behind treats everything as
 * changed.
 */
const LOG_ROWS_KEPT = 10_000

/**
 * Watched tables: the columns that affect authorization, the column that identifies a row, and the
 * reported kind.
 */
const WATCHED = [
  {
    table: 'keys',
    id: 'id',
    kind: 'key',
    // The key cache may hold a negative entry for its id.
    onInsert: true,
    columns: ['id', 'application_id', 'mac', 'scopes', 'regions', 'expires_at_ms', 'revoked_at_ms'],
  },
  {
    table: 'developers',
    id: 'id',
    kind: 'developer',
    // A new developer has no keys.
    onInsert: false,
    columns: ['id', 'minute_limit', 'day_limit', 'concurrency_limit', 'plan', 'suspended_at_ms'],
  },
  {
    table: 'plans',
    id: 'name',
    kind: 'plan',
    // Developers may refer to the plan already.
    onInsert: true,
    columns: ['name', 'minute_limit', 'day_limit', 'concurrency_limit'],
  },
] as const

/**
 * Reports which keys, developers and plans have changed, only for changes of columns that affect
 * authorization. SQLite writes them into a log that serving processes read; Postgres sends them as
 * notices on the previous version's channel, which treats each as a change of anything. Triggers
 * also report manual changes and those of the previous version.
 */
export async function addKeyChanges(
  database: Kysely<unknown>,
  dialect: SqlDialect,
  channel: string,
): Promise<void> {
  await (dialect === 'sqlite' ? addChangeLog(database) : addNotices(database, channel))
}

async function addChangeLog(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('key_changes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .execute()
  await sql`
    create trigger key_changes_bounded after insert on key_changes when new.id % 100 = 0
    begin delete from key_changes where id <= new.id - ${sql.lit(LOG_ROWS_KEPT)}; end`.execute(
    database,
  )
  for (const { table, id, kind, onInsert, columns } of WATCHED) {
    const report = (row: 'old' | 'new') => sql`select ${sql.lit(kind)}, ${sql.ref(`${row}.${id}`)}`
    const trigger = (event: RawBuilder<unknown>, name: string, changes: RawBuilder<unknown>) =>
      sql`create trigger ${sql.id(`report_${name}_${table}`)} after ${event}
        begin insert into key_changes (kind, subject) ${changes}; end`.execute(database)
    if (onInsert) await trigger(sql`insert on ${sql.table(table)}`, 'insert', report('new'))
    await trigger(sql`delete on ${sql.table(table)}`, 'delete', report('old'))
    await trigger(
      sql`update on ${sql.table(table)} when ${differs(columns, sql`is not`)}`,
      'update',
      sql`${report('old')} union ${report('new')}`,
    )
  }
  await sql`
    create trigger report_moved_applications after update of developer_id on applications
    when old.developer_id is not new.developer_id
    begin insert into key_changes (kind, subject) values ('everything', ''); end`.execute(database)
}

async function addNotices(database: Kysely<unknown>, channel: string): Promise<void> {
  for (const table of ['developers', 'applications', 'keys', 'plans']) {
    await sql`drop trigger backline_tell_of_change on ${sql.table(table)}`.execute(database)
  }
  // An empty message means that anything may have changed: the message is too long or a whole table
  // is affected.
  await sql`
    create function backline_report_change() returns trigger language plpgsql as $$
    declare
      subject text;
    begin
      if tg_level = 'STATEMENT' or tg_nargs = 0 then
        perform pg_catalog.pg_notify('${sql.raw(channel)}', '');
        return null;
      end if;
      if tg_op <> 'INSERT' then
        subject := pg_catalog.to_jsonb(old) operator(pg_catalog.->>) tg_argv[1];
        perform pg_catalog.pg_notify('${sql.raw(channel)}', case
          when pg_catalog.octet_length(subject) < 1000 then tg_argv[0] || ' ' || subject else '' end);
      end if;
      if tg_op <> 'DELETE' then
        subject := pg_catalog.to_jsonb(new) operator(pg_catalog.->>) tg_argv[1];
        perform pg_catalog.pg_notify('${sql.raw(channel)}', case
          when pg_catalog.octet_length(subject) < 1000 then tg_argv[0] || ' ' || subject else '' end);
      end if;
      return null;
    end $$`.execute(database)
  const call = (...args: readonly string[]) =>
    sql`execute function backline_report_change(${sql.join(args.map((arg) => sql.lit(arg)))})`
  for (const { table, id, kind, onInsert, columns } of WATCHED) {
    const events = onInsert ? sql`insert or delete` : sql`delete`
    await sql`create trigger backline_report_change after ${events} on ${sql.table(table)}
      for each row ${call(kind, id)}`.execute(database)
    await sql`create trigger backline_report_update after update on ${sql.table(table)}
      for each row when (${differs(columns, sql`is distinct from`)}) ${call(kind, id)}`.execute(
      database,
    )
    await sql`create trigger backline_report_truncate after truncate on ${sql.table(table)}
      for each statement execute function backline_report_change()`.execute(database)
  }
  await sql`create trigger backline_report_moved after update on applications
    for each row when (old.developer_id is distinct from new.developer_id)
    execute function backline_report_change()`.execute(database)
  await sql`create trigger backline_report_truncate after truncate on applications
    for each statement execute function backline_report_change()`.execute(database)
}

function differs(columns: readonly string[], comparison: RawBuilder<unknown>): RawBuilder<unknown> {
  const all = columns.map(
    (column) => sql`${sql.ref(`old.${column}`)} ${comparison} ${sql.ref(`new.${column}`)}`,
  )
  return sql.join(all, sql` or `)
}
