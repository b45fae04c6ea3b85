import type { PostgresPool, PostgresPoolClient } from '#libraries/kysely'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import type { Clock } from '../time/clock.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { settlesWithin } from '../concurrency/settles-within.ts'
import { connectionOptions, createSockets } from './connection-options.ts'
import { PostgresFailure, toFailure } from './postgres-failure.ts'

/** Milliseconds after which an unused connection is closed. */
const IDLE_MS = 30_000

/** Milliseconds that closing waits for connections that are in use or do not end. */
const CLOSE_MS = 1_000

/** A connection pool. */
export interface ConnectionPool {
  /**
   * The same connections for Kysely, with a limit of `statementMs` per statement: `most` of them at
   * once, or all.
   */
  lending(statementMs: number, most?: number): PostgresPool
  /** Closes every connection, within a second. Idempotent. */
  close(): Promise<void>
}

/**
 * Creates a bounded connection pool. Discards a connection on which a statement had no reply, and
 * all older ones: after a failover, or behind a network that drops packets, they are all dead, and
 * each would cost a caller its timeout.
 */
export function createConnectionPool(
  url: string,
  clock: Pick<Clock, 'after'>,
  connectionsMax: number,
): ConnectionPool {
  return new PostgresConnectionPool(url, clock, connectionsMax)
}

class PostgresConnectionPool implements ConnectionPool {
  readonly #clock: Pick<Clock, 'after'>
  readonly #connectionsMax: number
  readonly #sockets = createSockets()
  readonly #pool: Pool
  /** The generation in which each connection was opened; those of an earlier one are discarded. */
  readonly #generations = new WeakMap<PoolClient, number>()
  #generation = 0
  #closing: Promise<void> | undefined

  constructor(url: string, clock: Pick<Clock, 'after'>, connectionsMax: number) {
    this.#clock = clock
    this.#connectionsMax = connectionsMax
    this.#pool = new Pool({
      ...connectionOptions(url, 'backline', this.#sockets),
      max: connectionsMax,
      min: 1,
      idleTimeoutMillis: IDLE_MS,
    })
    // The user of a connection sees the error on its statement; an idle one is removed silently.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      this.#generations.set(client, this.#generation)
      client.on('error', () => {})
    })
  }

  lending(statementMs: number, most = this.#connectionsMax): PostgresPool {
    const places = createSemaphore(most)
    return {
      connect: async () => {
        const release = await places.acquire()
        try {
          return this.#lend(await this.#acquire(), statementMs, release)
        } catch (error) {
          release()
          throw error
        }
      },
      // The connections are shared; the creator of the pool closes it.
      end: () => Promise.resolve(),
      options: {},
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    await settlesWithin(this.#clock, CLOSE_MS, this.#pool.end())
    this.#sockets.destroy()
  }

  /** Resolves with a connection of this generation. */
  async #acquire(): Promise<PoolClient> {
    try {
      for (;;) {
        const client = await this.#pool.connect()
        if (this.#isCurrent(client)) return client
        client.release(true)
      }
    } catch (error) {
      throw toFailure(error)
    }
  }

  #lend(client: PoolClient, statementMs: number, onReleased: () => void): PostgresPoolClient {
    let isLost = false
    const query = async (text: string, values: readonly unknown[]) => {
      // A rollback after a statement without a reply would get no reply either.
      if (isLost) throw new PostgresFailure('The connection is lost.')
      try {
        const statement = { text, values: [...values], query_timeout: statementMs }
        return await client.query<object>(statement)
      } catch (error) {
        isLost = !(error instanceof DatabaseError)
        if (isLost && this.#isCurrent(client)) this.#generation += 1
        throw toFailure(error)
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy = false) => {
        client.release(destroy || isLost)
        onReleased()
      },
    }
  }

  #isCurrent(client: PoolClient): boolean {
    return this.#generations.get(client) === this.#generation
  }
}
