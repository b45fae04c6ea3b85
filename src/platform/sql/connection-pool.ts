import type { PostgresPool } from '#libraries/kysely'
import { Pool, type PoolClient } from 'pg'
import type { Clock } from '../time/clock.ts'
import { createSemaphore, type Semaphore } from '../concurrency/semaphore.ts'
import { settlesWithin } from '../concurrency/settles-within.ts'
import { connectionOptions, createSockets } from './connection-options.ts'
import { Deadline } from './deadline.ts'
import { LentConnection } from './lent-connection.ts'
import { toFailure } from './postgres-failure.ts'

/** Milliseconds after which an unused connection is closed. */
const IDLE_MS = 30_000

/** Milliseconds that closing waits for connections that are in use or do not end. */
const CLOSE_MS = 1_000

/** Limits of borrowing connections. Times in milliseconds. */
export interface LendingLimits {
  /** Connections at once; by default all of the pool. */
  readonly connectionsMax?: number
  /** Limit per statement. */
  readonly statementMs?: number
  /**
   * Limit from the request for a connection to its release, waiting for one included. When it is
   * reached, the connection is destroyed, so that the server rolls an open transaction back.
   */
  readonly totalMs?: number
}

/** A connection pool. */
export interface ConnectionPool {
  /** Returns the same connections for Kysely, under these limits. */
  lending(limits: LendingLimits): PostgresPool
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

  lending(limits: LendingLimits): PostgresPool {
    const slots = createSemaphore(limits.connectionsMax ?? this.#connectionsMax)
    return {
      connect: () => this.#lend(slots, limits),
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

  /** Lends a connection as soon as there is a free slot. */
  async #lend(slots: Semaphore, { statementMs, totalMs }: LendingLimits): Promise<LentConnection> {
    const deadline = totalMs === undefined ? undefined : new Deadline(this.#clock, totalMs)
    const release = await acquireSlot(slots, deadline)
    try {
      const client = await this.#acquire(deadline)
      const onNoReply = () => {
        if (this.#isCurrent(client)) this.#generation += 1
      }
      return new LentConnection(client, {
        statementMs,
        deadline,
        onNoReply,
        onReleased: release,
      })
    } catch (error) {
      deadline?.cancel()
      release()
      throw error
    }
  }

  /** Resolves with a connection of this generation. Rejects when the deadline passes first. */
  async #acquire(deadline: Deadline | undefined): Promise<PoolClient> {
    const acquiring = this.#acquireCurrent()
    if (deadline === undefined) return acquiring
    try {
      return await deadline.race(acquiring)
    } catch (error) {
      // A connection that comes too late is unused.
      void acquiring.then(
        (client) => client.release(),
        () => {},
      )
      throw error
    }
  }

  async #acquireCurrent(): Promise<PoolClient> {
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

  #isCurrent(client: PoolClient): boolean {
    return this.#generations.get(client) === this.#generation
  }
}

/** Acquires a slot. Rejects when the deadline passes first. */
async function acquireSlot(slots: Semaphore, deadline: Deadline | undefined): Promise<() => void> {
  if (deadline === undefined) return slots.acquire()
  const release = await slots.acquire(deadline.signal)
  if (release === undefined) throw deadline.failure()
  return release
}
