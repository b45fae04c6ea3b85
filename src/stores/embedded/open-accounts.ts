import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { OpenAccounts, OpenAccountsOptions } from '../accounts/open-accounts.ts'
import { readMigrations, runMigrations } from '../accounts/run-migrations.ts'
import type { AccountTables } from '../accounts/schema.ts'

/** How long a writer waits for another one. Readers never wait. */
const BUSY_MS = 5_000

/**
 * Opens `accounts.db`, making it when it is new, and brings its tables up to date: whole or not at all, also when
 * several processes do it at once or one is killed on the way.
 */
export async function openAccounts(
  path: string,
  { migrate = true }: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const connection = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  const database = new Kysely<AccountTables>({ dialect: dialectOf(connection) })
  try {
    connection.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE')
    const migrations = await (migrate ? runMigrations : readMigrations)(database, 'sqlite')
    connection.exec('COMMIT')
    connection.exec('PRAGMA journal_mode = WAL')
    return { database, lookups: database, migrations, close: () => database.destroy() }
  } catch (error) {
    await database.destroy()
    if (connection.isOpen) connection.close()
    throw error
  }
}

function dialectOf(connection: DatabaseSync): SqliteDialect {
  return new SqliteDialect({
    database: {
      close: () => connection.close(),
      prepare: (sql) => {
        const statement = connection.prepare(sql)
        return {
          reader: statement.columns().length > 0,
          all: (values) => statement.all(...(values as SQLInputValue[])),
          run: (values) => statement.run(...(values as SQLInputValue[])),
          iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
        }
      },
    },
  })
}
