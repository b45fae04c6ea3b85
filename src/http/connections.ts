import type { Duplex } from 'node:stream'

/** The requests that wait for an answer, connection by connection. */
export interface Connections {
  /** Calls `over` when the connection closes. Returns what to call when the request is over by itself. */
  add(socket: Duplex, over: () => void): () => void
  /** Calls `callback` when no request of this connection waits for its answer any more; at once if none does. */
  whenIdle(socket: Duplex, callback: () => void): void
  /** Says that no request after the current one may be looked at on this connection. */
  setLast(socket: Duplex): void
  isLast(socket: Duplex): boolean
}

interface Connection {
  readonly waiting: Set<() => void>
  whenIdle: (() => void) | undefined
  last: boolean
}

/**
 * Tells each waiting request when its connection closes. Node tells only the response whose turn it is: the ones
 * queued behind it (pipelined requests) would never hear, and hold their places for ever.
 */
export function createConnections(): Connections {
  const connections = new WeakMap<Duplex, Connection>()

  const open = (socket: Duplex): Connection => {
    const connection: Connection = { waiting: new Set(), whenIdle: undefined, last: false }
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.whenIdle = undefined
      for (const over of connection.waiting) over()
    })
    return connection
  }

  const of = (socket: Duplex) => connections.get(socket) ?? open(socket)

  return {
    add: (socket, over) => {
      const connection = of(socket)
      connection.waiting.add(over)
      return () => {
        connection.waiting.delete(over)
        if (connection.waiting.size === 0) connection.whenIdle?.()
      }
    },
    whenIdle: (socket, callback) => {
      const connection = connections.get(socket)
      if (connection === undefined || connection.waiting.size === 0) callback()
      else connection.whenIdle = callback
    },
    setLast: (socket) => {
      of(socket).last = true
    },
    isLast: (socket) => connections.get(socket)?.last ?? false,
  }
}
