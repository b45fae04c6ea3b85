import { sql, type ColumnDefinitionBuilder, type CreateTableBuilder } from '#libraries/kysely'

/** Supported databases. */
export type SqlDialect = 'sqlite' | 'postgres'

/** The column type of raw bytes. */
export const BYTES = { sqlite: sql`blob`, postgres: sql`bytea` } as const

/**
 * Makes a table store its rows in key order, without a second copy of the key. Postgres has no
 * equivalent.
 */
export function clustered<Table extends string, Column extends string>(
  dialect: SqlDialect,
  table: CreateTableBuilder<Table, Column>,
): CreateTableBuilder<Table, Column> {
  return dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table
}

/** Returns the definition of a primary key with sequential numbers. */
export function numbered(
  dialect: SqlDialect,
): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  return (column) =>
    dialect === 'sqlite' ? column.primaryKey() : column.generatedByDefaultAsIdentity().primaryKey()
}
