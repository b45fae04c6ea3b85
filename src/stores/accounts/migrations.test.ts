import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
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
import { MIGRATIONS, type AccountDialect, type Migration } from './migrations.ts'

/**
 * What each released migration does, as a digest of its statements. A line is added with each new migration, and none
 * is ever changed: databases that have had the old one would not be what the next one expects.
 */
const RELEASED: Readonly<Record<string, Readonly<Record<AccountDialect, string>>>> = {
  '0001-accounts': { sqlite: '8f425a449f8f1218', postgres: '4f004b6cfa2fd557' },
  '0002-usage-days': { sqlite: '742a0fcda1f30870', postgres: '742a0fcda1f30870' },
  '0003-tell-of-changes': { sqlite: 'e3b0c44298fc1c14', postgres: 'dd1b70aa7f5dae89' },
}

const DIALECTS: Readonly<Record<AccountDialect, Dialect>> = {
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

/** The statements that a migration would run. */
async function statementsOf({ up }: Migration, dialect: AccountDialect): Promise<string> {
  const statements: string[] = []
  const database = new Kysely<unknown>({
    dialect: DIALECTS[dialect],
    log: ({ query }) => void statements.push(query.sql),
  })
  await up(database, dialect)
  return statements.join(';\n')
}

describe('the migrations', () => {
  it('are those that were released, unchanged, and stand in order', async () => {
    const made: Record<string, Record<string, string>> = {}
    for (const migration of MIGRATIONS) {
      made[migration.name] = {}
      for (const dialect of ['sqlite', 'postgres'] as const) {
        const digest = createHash('sha256').update(await statementsOf(migration, dialect))
        made[migration.name] = {
          ...made[migration.name],
          [dialect]: digest.digest('hex').slice(0, 16),
        }
      }
    }
    assert.deepEqual(made, RELEASED)
    const names = MIGRATIONS.map(({ name }) => name)
    assert.deepEqual(names, names.toSorted())
  })

  it('make the tables of SQLite as the first version made them', async () => {
    const [first] = MIGRATIONS
    assert.ok(first !== undefined)
    assert.match(
      await statementsOf(first, 'sqlite'),
      /create table "keys" .*"mac" blob not null, "pepper_id" text not null/,
    )
  })
})
