import type { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'

/** Bytes that the headers of an answer may have. */
const HEADER_BYTES_MAX = 16_384
/** Milliseconds an idle connection is kept where the gateway does not say how long it keeps it. */
const IDLE_MS = 4_000
/** Milliseconds an idle connection is kept at most, whatever the gateway says. */
const IDLE_MS_MAX = 60_000

/** One connection to a gateway, lent for one request at a time. It connects when it is first used. */
export interface Connection {
  readonly client: Client
  /** Keeps it for the next request. Only after an answer that was read to its end. */
  giveBack(): void
  /** Ends it at once, whatever it is doing. */
  destroy(): void
}

/** The connections to one gateway, at most a number of them at a time. */
export interface Connections {
  /**
   * Lends a connection: a free one, the last used first, or a new one; waits while there is neither. With `fresh` a free
   * one is replaced, for it may be as dead as another has just turned out to be. Rejects when `signal` aborts.
   */
  lend(signal: AbortSignal, fresh?: boolean): Promise<Connection>
  /** Destroys all of them at once. Idempotent. */
  close(): void
}

/**
 * Prepares connections to `origin`. A client of undici each, for a pool of undici's can neither be told which request
 * is on which connection nor let go of one that is still being made, and a gateway that takes no connections would hold
 * all of its places for minutes. It follows no redirect and has no time-out of its own: who borrows ends it.
 */
export function createConnections(origin: string, most: number): Connections {
  // One for all of them, for it keeps the TLS sessions. Its types do not say that it returns the socket.
  const connect = buildConnector({ timeout: 0, allowH2: false }) as unknown as (
    ...given: Parameters<buildConnector.connector>
  ) => Socket
  const all = new Set<Connection>()
  const free: Connection[] = []
  const waiting = new Set<PromiseWithResolvers<Connection>>()

  const lendNext = (connection: Connection) => {
    const [next] = waiting
    if (next === undefined) {
      free.push(connection)
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
      giveBack: () => {
        if (all.has(connection)) lendNext(connection)
      },
      destroy: () => {
        if (!all.delete(connection)) return
        void client.destroy()
        // A client forgets the socket that it is still connecting.
        socket?.destroy()
        if (waiting.size > 0) lendNext(open())
      },
    }
    all.add(connection)
    return connection
  }
  return {
    lend: async (signal, fresh = false) => {
      signal.throwIfAborted()
      const last = free.pop()
      if (last !== undefined && !fresh) return last
      last?.destroy()
      if (all.size < most) return open()
      const place = Promise.withResolvers<Connection>()
      // Once the place is given, leaving it is the borrower's business.
      const leave = () => {
        if (waiting.delete(place)) place.reject(signal.reason)
      }
      waiting.add(place)
      signal.addEventListener('abort', leave)
      return await place.promise.finally(() => signal.removeEventListener('abort', leave))
    },
    close: () => {
      for (const place of waiting) place.reject(new Error('The connections are closed.'))
      waiting.clear()
      free.length = 0
      for (const connection of all) connection.destroy()
    },
  }
}
