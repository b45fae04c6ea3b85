import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { AccountDatabase, AccountTables } from '../accounts/schema.ts'

/** How long a writer waits for another one. The serving process only reads, and readers never wait. */
const BUSY_MS = 5_000

/** Opens `accounts.db`, making it when it is new. */
export function openAccounts(path: string): AccountDatabase {
  const database = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return new Kysely<AccountTables>({
    dialect: new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare: (sql) => {
          const statement = database.prepare(sql)
          return {
            reader: statement.columns().length > 0,
            all: (values) => statement.all(...(values as SQLInputValue[])),
            run: (values) => statement.run(...(values as SQLInputValue[])),
            iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
          }
        },
      },
    }),
  })
}
