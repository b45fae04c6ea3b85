import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type KyselyPlugin,
  type QueryResult,
} from '#libraries/kysely'
import type { Clock } from '../../../platform/time/clock.ts'
import { createSemaphore, type Semaphore } from '../../../platform/concurrency/semaphore.ts'
import { wait } from '../../../platform/concurrency/wait.ts'
import { AccountsFailure } from '../../../platform/sql/database-failure.ts'
import { createStatementCache } from '../../../platform/sql/statement-cache.ts'

/** How long a write waits for a writing process, in milliseconds. The thread is free meanwhile. */
const WRITE_WAIT_MS = 5_000

/** Milliseconds between two attempts. */
const RETRY_MS = 5

/** Maximum queued writes of this process. */
const QUEUED_MAX = 256

/** SQLITE_BUSY. */
const BUSY = 5

/** Options of {@link createAccountsDialect}. */
export interface AccountsDialectOptions {
  /** Connection for writes. Its busy timeout must be 0. */
  readonly writer: DatabaseSync
  /** Connection for reads of committed data. */
  readonly reader: DatabaseSync
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>
  /** Throws where nothing may be written now. Called before each write and transaction. */
  readonly checkWritable?: () => void
}

/**
 * Creates the Kysely dialect of a file that several processes write. Single SELECT statements run
 * at once on their own connection and never wait for a writer. Each transaction starts with BEGIN
 * IMMEDIATE, so a second writer waits before it reads anything; while another process writes, the
 * transaction is retried from the event loop without blocking the thread. Rejects with a temporary
 * {@link AccountsFailure} after 5 s, or when 256 writes wait.
 */
export function createAccountsDialect(options: AccountsDialectOptions): Dialect {
  const { writer, reader } = options
  const turn = createSemaphore(1)
  const shared = {
    ...options,
    prepareRead: createStatementCache(reader),
    prepareWrite: createStatementCache(writer),
  }
  const plain = new SqliteDialect({ database: () => Promise.reject(new Error('Never opened.')) })
  const asShared = (connection: DatabaseConnection) => connection as SharedConnection
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(new SharedConnection(shared, turn)),
    beginTransaction: (connection) => asShared(connection).begin(),
    commitTransaction: (connection) => asShared(connection).end('COMMIT'),
    rollbackTransaction: (connection) => asShared(connection).end('ROLLBACK'),
    releaseConnection: (connection) => {
      asShared(connection).release()
      return Promise.resolve()
    },
    destroy: () => {
      for (const connection of [reader, writer]) if (connection.isOpen) connection.close()
      return Promise.resolve()
    },
  }
  return {
    createAdapter: () => new SharedFileAdapter(),
    createDriver: () => driver,
    createQueryCompiler: () => plain.createQueryCompiler(),
    createIntrospector: (database) => plain.createIntrospector(database),
  }
}

/**
 * Removes the row locks of SELECT statements (FOR NO KEY UPDATE), which SQLite does not support:
 * BEGIN IMMEDIATE replaces them.
 */
export const WITHOUT_ROW_LOCKS: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (node.kind !== 'SelectQueryNode') return node
    const { endModifiers: _, ...rest } = node as typeof node & { readonly endModifiers?: unknown }
    return rest
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

class SharedFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

interface SharedOptions extends AccountsDialectOptions {
  readonly prepareRead: ReturnType<typeof createStatementCache>
  readonly prepareWrite: ReturnType<typeof createStatementCache>
}

/** Connection that Kysely acquires for one statement or transaction. */
class SharedConnection implements DatabaseConnection {
  readonly #options: SharedOptions
  readonly #turn: Semaphore
  #release: (() => void) | undefined

  constructor(options: SharedOptions, turn: Semaphore) {
    this.#options = options
    this.#turn = turn
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { prepareRead, prepareWrite } = this.#options
    if (this.#release !== undefined) return run(prepareWrite, sql, parameters)
    if (query.kind === 'SelectQueryNode') return run(prepareRead, sql, parameters)
    await this.#takeTurn()
    try {
      return await this.#retry(() => run<Row>(prepareWrite, sql, parameters))
    } finally {
      this.release()
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported by the accounts dialect.')
  }

  async begin(): Promise<void> {
    await this.#takeTurn()
    try {
      await this.#retry(() => this.#options.writer.exec('BEGIN IMMEDIATE'))
    } catch (error) {
      this.release()
      throw error
    }
  }

  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    const { writer } = this.#options
    // SQLite has rolled back already, as on a full disk. An error here would hide the cause.
    if (how === 'ROLLBACK' && !writer.isTransaction) return
    writer.exec(how)
  }

  /** Starts the next queued write of this process. Idempotent. */
  release(): void {
    this.#release?.()
    this.#release = undefined
  }

  async #takeTurn(): Promise<void> {
    this.#options.checkWritable?.()
    if (this.#turn.waiting >= QUEUED_MAX) {
      throw new AccountsFailure(
        `The write queue of the accounts file is full (${QUEUED_MAX} waiting).`,
        true,
      )
    }
    this.#release = await this.#turn.acquire()
  }

  async #retry<Result>(write: () => Result): Promise<Result> {
    const { clock } = this.#options
    const startMs = clock.monotonicMs()
    for (;;) {
      try {
        return write()
      } catch (error) {
        if (!isBusy(error)) throw error
        if (clock.monotonicMs() - startMs > WRITE_WAIT_MS) {
          const why = 'Another process has held the write lock of the accounts file for too long.'
          throw new AccountsFailure(why, true, error)
        }
      }
      await wait(clock, RETRY_MS)
    }
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: number }
  return errcode !== undefined && (errcode & 0xff) === BUSY
}

function run<Row>(
  prepare: SharedOptions['prepareRead'],
  sql: string,
  parameters: readonly unknown[],
): QueryResult<Row> {
  const { statement, isReader } = prepare(sql)
  const values = parameters as readonly SQLInputValue[]
  if (isReader) return { rows: statement.all(...values) as Row[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) }
}
