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
  return new UndiciPool(origin, connectionsMax)
}

/** Connects like undici's connector. Its types do not declare that it returns the socket. */
type Connect = (...connectorArguments: Parameters<buildConnector.connector>) => Socket

class UndiciPool implements ConnectionPool {
  readonly #origin: string
  readonly #connectionsMax: number
  /** One connector for all connections, because it keeps the TLS sessions. */
  readonly #connect = buildConnector({ timeout: 0, allowH2: false }) as unknown as Connect
  readonly #all = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting = new Set<PromiseWithResolvers<Connection>>()

  constructor(origin: string, connectionsMax: number) {
    this.#origin = origin
    this.#connectionsMax = connectionsMax
  }

  async acquire(signal: AbortSignal, fresh = false): Promise<Connection> {
    signal.throwIfAborted()
    const last = this.#idle.pop()
    if (last !== undefined && !fresh) return last
    last?.destroy()
    if (this.#all.size < this.#connectionsMax) return this.#open()
    const waiter = Promise.withResolvers<Connection>()
    // After the connection was assigned, the borrower handles the abort.
    const stopListening = onAbort(signal, () => {
      if (this.#waiting.delete(waiter)) waiter.reject(signal.reason)
    })
    this.#waiting.add(waiter)
    return await waiter.promise.finally(stopListening)
  }

  close(): void {
    for (const waiter of this.#waiting) waiter.reject(new Error('The connections are closed.'))
    this.#waiting.clear()
    this.#idle.length = 0
    for (const connection of this.#all) connection.destroy()
  }

  #open(): Connection {
    let socket: Socket | undefined
    const client = new Client(this.#origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS_MAX,
      maxHeaderSize: HEADER_BYTES_MAX,
      allowH2: false,
      connect: (options, callback) => {
        socket = this.#connect(options, callback)
      },
    })
    const connection: Connection = {
      client,
      release: () => {
        if (this.#all.has(connection)) this.#assignNext(connection)
      },
      destroy: () => {
        if (!this.#all.delete(connection)) return
        void client.destroy()
        // A client does not destroy a socket that is still connecting.
        socket?.destroy()
        if (this.#waiting.size > 0) this.#assignNext(this.#open())
      },
    }
    this.#all.add(connection)
    return connection
  }

  #assignNext(connection: Connection): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#idle.push(connection)
    } else {
      this.#waiting.delete(next)
      next.resolve(connection)
    }
  }
}
