import { Socket } from 'node:net'
import { types, type ClientConfig } from 'pg'

/** Milliseconds for opening a connection: network, TLS and authentication. */
export const CONNECT_MS = 2_000

/** Milliseconds after which the server cancels a statement or an abandoned transaction. */
const STATEMENT_MS = 10_000

/** The type of counts and Unix milliseconds, all within the safe integers. */
const INT8 = 20

/** The sockets of one component, so that they can be closed whatever the server does. */
export interface Sockets {
  readonly make: () => Socket
  /** Destroys all open sockets. */
  destroy(): void
}

/** Creates a registry of sockets. */
export function createSockets(): Sockets {
  const open = new Set<Socket>()
  return {
    make: () => {
      const socket = new Socket()
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return socket
    },
    destroy: () => {
      for (const socket of open) socket.destroy()
    },
  }
}

/**
 * Returns the options of every connection; settings in the URL override them. `name` appears in
 * `pg_stat_activity`. TLS follows the URL's `sslmode`.
 */
export function connectionOptions(url: string, name: string, sockets: Sockets): ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // For these connections only: the driver's own table is global.
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
    stream: sockets.make,
  }
}
