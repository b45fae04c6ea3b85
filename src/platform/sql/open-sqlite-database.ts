import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from '#libraries/kysely'
import {
  readMigrations,
  runMigrations,
  type MigrationPlan,
  type MigrationState,
} from './run-migrations.ts'
import { createStatementCache } from './statement-cache.ts'

/** Milliseconds that a writer waits for another one. Readers never wait. */
const BUSY_MS = 5_000

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26])

/** An open database of the data directory, and its migrations. */
export interface OpenDatabase<Tables> {
  readonly database: Kysely<Tables>
  /** The connection behind `database`. */
  readonly connection: DatabaseSync
  readonly migrations: MigrationState
}

/**
 * Opens a database of the data directory, creating it when missing, and applies pending migrations
 * unless told not to: atomically, also when several processes do so or one is killed meanwhile.
 * Throws an `Error` that names the file.
 */
export async function openDatabase<Tables>(
  path: string,
  plan: MigrationPlan,
  migrate: boolean,
): Promise<OpenDatabase<Tables>> {
  const connection = openFile(path, plan.what)
  const database = new Kysely<Tables>({ dialect: dialectOf(connection) })
  try {
    connection.exec('PRAGMA synchronous = NORMAL')
    const tables = database as unknown as Kysely<unknown>
    // Most opens have no pending migration, and need not wait for a writer.
    let migrations = await readMigrations(tables, 'sqlite', plan)
    if (migrations.pending.length > 0) {
      connection.exec('BEGIN IMMEDIATE')
      migrations = await (migrate ? runMigrations : readMigrations)(tables, 'sqlite', plan)
      connection.exec('COMMIT')
    }
    connection.exec('PRAGMA journal_mode = WAL')
    return { database, connection, migrations }
  } catch (error) {
    await database.destroy()
    if (connection.isOpen) connection.close()
    throw explained(plan.what, path, error)
  }
}

function openFile(path: string, what: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  } catch (error) {
    throw explained(what, path, error)
  }
}

/** Returns an error that names the file in which SQLite failed. */
function explained(what: string, path: string, error: unknown): unknown {
  const { errcode } = error as { readonly errcode?: number }
  if (errcode === undefined) return error
  const advice = DAMAGED.has(errcode & 0xff) ? ' It is damaged: restore it from a backup.' : ''
  return new Error(`${what} in ${path} cannot be used.${advice}`, { cause: error })
}

/**
 * Ignores a rollback that SQLite has done itself, as on a full disk: its error would hide the
 * cause.
 */
const NOTHING_DONE = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

function dialectOf(connection: DatabaseSync): SqliteDialect {
  const prepare = createStatementCache(connection)
  return new SqliteDialect({
    database: {
      close: () => connection.close(),
      prepare: (sql) => {
        if (sql === 'rollback' && !connection.isTransaction) return NOTHING_DONE
        const { statement, isReader } = prepare(sql)
        return {
          reader: isReader,
          all: (values) => statement.all(...(values as SQLInputValue[])),
          run: (values) => statement.run(...(values as SQLInputValue[])),
          // Not the cached one: two iterations may overlap.
          iterate: (values) => connection.prepare(sql).iterate(...(values as SQLInputValue[])),
        }
      },
    },
  })
}
