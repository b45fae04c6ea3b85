import type { PostgresPoolClient } from '#libraries/kysely'
import { onAbort } from '../concurrency/abort.ts'
import { DatabaseError, type PoolClient, type QueryResult } from 'pg'
import { OutcomeUnknown } from './database-failure.ts'
import type { Deadline } from './deadline.ts'
import { toFailure } from './postgres-failure.ts'

/** Options of {@link LentConnection}. */
export interface LentConnectionOptions {
  /** Limit per statement in milliseconds; `undefined`: none. */
  readonly statementMs: number | undefined
  /** Limit of everything until the release. */
  readonly deadline: Deadline | undefined
  /** Called when a statement got no reply. */
  readonly onNoReply: () => void
  /** Called once, when the connection is back in its pool or destroyed. */
  readonly onReleased: () => void
}

/** The statement that ends a transaction, as Kysely writes it. */
const COMMIT = /^commit\b/i

/** SQLSTATEs of a server that stops in the middle of a statement: admin or crash shutdown. */
const STOPPING = /^57P0[12]$/

/**
 * A connection of the pool as one borrower sees it. After a statement without a reply, and after
 * the deadline, the connection is lost: every further statement rejects with the same reason, and
 * nothing more is sent. A lost reply to COMMIT rejects with {@link OutcomeUnknown}.
 */
export class LentConnection implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #options: LentConnectionOptions
  /** The statement that waits for its reply. */
  #pending: string | undefined
  /** Why the connection is lost. */
  #lost: Error | undefined
  #isReleased = false
  #stopListening = () => {}

  constructor(client: PoolClient, options: LentConnectionOptions) {
    this.#client = client
    this.#options = options
    const { deadline } = options
    if (deadline !== undefined) {
      this.#stopListening = onAbort(deadline.signal, () => this.#expire())
    }
  }

  /** Runs a statement. */
  readonly query = ((text: string, values: readonly unknown[]) =>
    this.#run(text, values)) as unknown as PostgresPoolClient['query']

  /** Returns the connection to the pool, or destroys it when it is lost. Idempotent. */
  release(destroy = false): void {
    if (this.#isReleased) return
    this.#isReleased = true
    const { deadline, onReleased } = this.#options
    deadline?.cancel()
    this.#stopListening()
    this.#client.release(destroy || this.#lost !== undefined)
    onReleased()
  }

  async #run(text: string, values: readonly unknown[]): Promise<QueryResult<object>> {
    // A rollback after a statement without a reply would get no reply either.
    if (this.#lost !== undefined) throw this.#lost
    const { statementMs } = this.#options
    const limit = statementMs === undefined ? {} : { query_timeout: statementMs }
    this.#pending = text
    try {
      return await this.#client.query<object>({ text, values: [...values], ...limit })
    } catch (error) {
      throw this.#failureOf(text, error)
    } finally {
      this.#pending = undefined
    }
  }

  #failureOf(text: string, error: unknown): Error {
    // The deadline has destroyed the connection and stated why.
    if (this.#lost !== undefined) return this.#lost
    const hasReply = error instanceof DatabaseError
    if (hasReply && !(COMMIT.test(text) && STOPPING.test(error.code ?? ''))) return toFailure(error)
    if (!hasReply) this.#options.onNoReply()
    return (this.#lost = lossOf(text, error))
  }

  #expire(): void {
    const { deadline, onNoReply } = this.#options
    if (this.#pending !== undefined) onNoReply()
    this.#lost = lossOf(this.#pending, deadline?.failure())
    this.release(true)
  }
}

/** Returns why a connection is lost that was running this statement, if any. */
function lossOf(text: string | undefined, error: unknown): Error {
  const failure = toFailure(error)
  return text !== undefined && COMMIT.test(text) ? new OutcomeUnknown(failure) : failure
}
