// What of Kysely is used here: all that stands on these is bundled with them.
export {
  expressionBuilder,
  Kysely,
  PostgresDialect,
  sql,
  SqliteDialect,
  type CreateTableBuilder,
  type Generated,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  type Selectable,
} from 'kysely'
