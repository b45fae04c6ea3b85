import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from 'kysely'
import type { Migration, MigrationPlan } from '../../src/platform/sql/run-migrations.ts'
import type { SqlDialect } from '../../src/platform/sql/sql-dialect.ts'

/** Digests of the statements of each migration, by database. */
export type Digests = Readonly<Record<string, Readonly<Record<SqlDialect, string>>>>

const DIALECTS: Readonly<Record<SqlDialect, Dialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

/** Returns the statements that a migration would run. */
export async function statementsOf({ up }: Migration, dialect: SqlDialect): Promise<string> {
  const statements: string[] = []
  const database = new Kysely<unknown>({
    dialect: DIALECTS[dialect],
    log: ({ query }) => void statements.push(query.sql),
  })
  await up(database, dialect)
  return statements.join(';\n')
}

/** Returns the digests of all migrations. */
export async function digestsOf({ migrations }: MigrationPlan): Promise<Digests> {
  const digest = async (migration: Migration, dialect: SqlDialect) =>
    createHash('sha256')
      .update(await statementsOf(migration, dialect))
      .digest('hex')
      .slice(0, 16)
  const digests: Record<string, Record<SqlDialect, string>> = {}
  for (const migration of migrations) {
    digests[migration.name] = {
      sqlite: await digest(migration, 'sqlite'),
      postgres: await digest(migration, 'postgres'),
    }
  }
  return digests
}
