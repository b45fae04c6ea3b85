import { onAbort } from '../../platform/concurrency/abort.ts'
import type { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'

/** Maximum bytes of the response headers. */
const HEADER_BYTES_MAX = 16_384
/** Milliseconds to keep an idle connection when the gateway sends no keep-alive hint. */
const IDLE_MS = 4_000
/** Maximum milliseconds to keep an idle connection, whatever the gateway's hint. */
const IDLE_MS_MAX = 60_000

/** One connection to a gateway, for one request at a time. Connects on first use. */
export interface Connection {
  readonly client: Client
  /** Returns the connection to the pool. Only after a response that was read to its end. */
  release(): void
  /** Destroys the connection immediately. */
  destroy(): void
}

/** Pool of a bounded number of connections to one gateway. */
export interface ConnectionPool {
  /**
   * Resolves to an idle connection (the last used first) or a new one; waits when the pool is
   * exhausted. With `fresh`, replaces the idle connection, which may be as stale as the one that
   * just failed. Rejects when `signal` aborts.
   */
  acquire(signal: AbortSignal, fresh?: boolean): Promise<Connection>
  /** Destroys all connections. Idempotent. */
  close(): void
}

/**
 * Creates a pool of connections to `origin`, each an undici client. A pool of undici does not
 * reveal which request uses which connection and cannot drop a connection that is still being
 * established, so a gateway that accepts no connections would block all of its slots for minutes.
 * The pool follows no redirects and has no time-outs: the borrower ends a request.
 */
export function createConnectionPool(origin: string, connectionsMax: number): ConnectionPool {
  // One connector for all connections, because it keeps the TLS sessions. Its types do not declare
  // that it returns the socket.
  const connect = buildConnector({ timeout: 0, allowH2: false }) as unknown as (
    ...connectorArguments: Parameters<buildConnector.connector>
  ) => Socket
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const waiting = new Set<PromiseWithResolvers<Connection>>()

  const assignNext = (connection: Connection) => {
    const [next] = waiting
    if (next === undefined) {
      idle.push(connection)
    } else {
      waiting.delete(next)
      next.resolve(connection)
    }
  }
  const open = (): Connection => {
    let socket: Socket | undefined
    const client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS_MAX,
      maxHeaderSize: HEADER_BYTES_MAX,
      allowH2: false,
      connect: (options, callback) => {
        socket = connect(options, callback)
      },
    })
    const connection: Connection = {
      client,
      release: () => {
        if (all.has(connection)) assignNext(connection)
      },
      destroy: () => {
        if (!all.delete(connection)) return
        void client.destroy()
        // A client does not destroy a socket that is still connecting.
        socket?.destroy()
        if (waiting.size > 0) assignNext(open())
      },
    }
    all.add(connection)
    return connection
  }
  return {
    acquire: async (signal, fresh = false) => {
      signal.throwIfAborted()
      const last = idle.pop()
      if (last !== undefined && !fresh) return last
      last?.destroy()
      if (all.size < connectionsMax) return open()
      const waiter = Promise.withResolvers<Connection>()
      // After the connection was assigned, the borrower handles the abort.
      const stopListening = onAbort(signal, () => {
        if (waiting.delete(waiter)) waiter.reject(signal.reason)
      })
      waiting.add(waiter)
      return await waiter.promise.finally(stopListening)
    },
    close: () => {
      for (const waiter of waiting) waiter.reject(new Error('The connections are closed.'))
      waiting.clear()
      idle.length = 0
      for (const connection of all) connection.destroy()
    },
  }
}
