import { Socket } from 'node:net'
import { types, type ClientConfig } from 'pg'

/** Milliseconds that a connection may take until it can be used: the network, TLS and the password. */
export const CONNECT_MS = 2_000

/** Milliseconds after which the server ends a statement of ours, or a transaction that we have forgotten. */
const STATEMENT_MS = 10_000

/** The type of counts and of Unix milliseconds, which are far below what a number holds exactly. */
const INT8 = 20

/** The connections of one part, so that they can be ended whatever the server does. */
export interface Sockets {
  readonly make: () => Socket
  /** Cuts all that are left. */
  destroy(): void
}

/** Keeps count of sockets. */
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
 * How every connection is made; what the URL says itself goes before it. `name` is what `pg_stat_activity` shows. TLS
 * is as the URL's `sslmode` says.
 */
export function connectionSettings(url: string, name: string, sockets: Sockets): ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Of these connections alone: the driver's own table is everybody's.
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
    stream: sockets.make,
  }
}
