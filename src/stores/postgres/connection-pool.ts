import type { PostgresPool, PostgresPoolClient } from '#libraries/kysely'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import type { Clock } from '../../domain/clock.ts'
import { createPlaces } from '../../domain/create-places.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import { connectionSettings, createSockets } from './connection-settings.ts'
import { PostgresFailure, toFailure } from './postgres-failure.ts'

/** Milliseconds after which a connection that nobody uses is closed. */
const IDLE_MS = 30_000

/** How long closing waits for connections that are in use or do not end, in milliseconds. */
const CLOSE_MS = 1_000

/** The connections for statements. */
export interface ConnectionPool {
  /** The same connections for Kysely, where each statement may take `statementMs`: `most` of them at one time, or all. */
  lending(statementMs: number, most?: number): PostgresPool
  /** Ends every connection, within a second. Idempotent. */
  close(): Promise<void>
}

/**
 * Makes a pool of so many connections at most. A connection on which a statement got no answer is never used again, and neither are those that are
 * older than this: behind a network that drops everything, or after a failover, they are all dead, and each would cost
 * another caller its time.
 */
export function createConnectionPool(
  url: string,
  clock: Pick<Clock, 'after'>,
  connectionsMax: number,
): ConnectionPool {
  const sockets = createSockets()
  const pool = new Pool({
    ...connectionSettings(url, 'backline', sockets),
    max: connectionsMax,
    min: 1,
    idleTimeoutMillis: IDLE_MS,
  })
  const generations = new WeakMap<PoolClient, number>()
  let generation = 0
  // Whoever uses the connection hears of it by the statement; an idle one is simply gone.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    generations.set(client, generation)
    client.on('error', () => {})
  })

  const borrow = async (): Promise<PoolClient> => {
    try {
      for (;;) {
        const client = await pool.connect()
        if (generations.get(client) === generation) return client
        client.release(true)
      }
    } catch (error) {
      throw toFailure(error)
    }
  }

  const lend = (client: PoolClient, statementMs: number, over: () => void): PostgresPoolClient => {
    let lost = false
    const query = async (text: string, values: readonly unknown[]) => {
      // A rollback behind a statement that got no answer would not get one either.
      if (lost) throw new PostgresFailure('The connection is lost.')
      try {
        const statement = { text, values: [...values], query_timeout: statementMs }
        return await client.query<object>(statement)
      } catch (error) {
        lost = !(error instanceof DatabaseError)
        if (lost && generations.get(client) === generation) generation += 1
        throw toFailure(error)
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy = false) => {
        client.release(destroy || lost)
        over()
      },
    }
  }

  let closing: Promise<void> | undefined
  const close = async () => {
    await settlesWithin(clock, CLOSE_MS, pool.end())
    sockets.destroy()
  }
  return {
    lending: (statementMs, most = connectionsMax) => {
      const places = createPlaces(most)
      return {
        connect: async () => {
          const giveBack = await places.take()
          try {
            return lend(await borrow(), statementMs, giveBack)
          } catch (error) {
            giveBack()
            throw error
          }
        },
        // Several users share the connections; whoever made the pool closes it.
        end: () => Promise.resolve(),
        options: {},
      }
    },
    close: () => (closing ??= close()),
  }
}
