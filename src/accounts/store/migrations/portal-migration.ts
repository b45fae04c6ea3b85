import { sql, type CreateTableBuilder, type Kysely } from '#libraries/kysely'
import { BYTES, type SqlDialect } from '../../../platform/sql/sql-dialect.ts'

/**
 * Creates the portal's tables: roles, states, plans, sessions, invitations, identities and the
 * audit trail.
 */
export async function addPortal(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await addPlans(database)
  await createSignInTables(database, dialect)
  await createAuditTable(database)
  if (dialect === 'sqlite') return
  await sql`
    create trigger backline_tell_of_change
    after insert or update or delete or truncate on plans
    for each statement execute function backline_tell_of_change()`.execute(database)
}

/** Creates the plans, and adds what the portal changes to developers, applications and keys. */
async function addPlans({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('plans')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('minute_limit', 'integer')
    .addColumn('day_limit', 'integer')
    .addColumn('concurrency_limit', 'integer')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  const developers = () => schema.alterTable('developers')
  await developers().addColumn('plan', 'text').execute()
  await developers()
    .addColumn('is_operator', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await developers().addColumn('waiting_since_ms', 'bigint').execute()
  await developers().addColumn('suspended_at_ms', 'bigint').execute()
  await schema.alterTable('applications').addColumn('removed_at_ms', 'bigint').execute()
  await schema
    .alterTable('keys')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}

async function createSignInTables(database: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const { schema } = database
  const ofDeveloper = <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ) =>
    table
      .addColumn('developer_id', 'text', (column) => column.notNull().references('developers.id'))
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
  const withToken = (table: string) =>
    ofDeveloper(
      schema
        .createTable(table)
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('token_mac', BYTES[dialect], (column) => column.notNull().unique())
        .addColumn('expires_at_ms', 'bigint', (column) => column.notNull()),
    )
  await withToken('sessions')
    .addColumn('signed_in_by', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await withToken('invitations')
    .addColumn('makes_operator', 'integer', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .addColumn('withdrawn_at_ms', 'bigint')
    .execute()
  await ofDeveloper(
    schema
      .createTable('identities')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull()),
  )
    .addUniqueConstraint('identities_of_issuer', ['issuer', 'subject'])
    .execute()
  for (const table of ['sessions', 'invitations', 'identities']) {
    await index(database, table, ['developer_id'])
  }
}

async function createAuditTable(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('by_kind', 'text', (column) => column.notNull())
    .addColumn('by_id', 'text')
    .addColumn('by_name', 'text')
    .addColumn('developer_id', 'text')
    .addColumn('developer_name', 'text')
    .addColumn('subject', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .execute()
  await index(database, 'audit', ['developer_id', 'id'])
}

async function index(
  database: Kysely<unknown>,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const name = `${table}_by_${columns[0]}`
  await database.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute()
}
