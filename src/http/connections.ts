import type { Duplex } from 'node:stream'

/** The requests of one connection, one behind the other. */
export interface Connection {
  /**
   * Takes the next request: `begin` is called now, or when fewer of those before it wait for their answers, or never,
   * when nothing more is wanted from this connection. `ends` says that it is the last that this connection may make.
   * What begins must call {@link add} at once.
   */
  take(begin: (ends: boolean) => void): void
  /** Calls `over` when the connection closes. Returns what to call when the request is over by itself. */
  add(over: () => void): () => void
  /** Calls `callback` when no request of this connection waits for its answer any more; at once if none does. */
  whenIdle(callback: () => void): void
  /** Takes no request that comes from now on. Those that are here already are answered. */
  takeNoMore(): void
  /** Takes nothing that came behind the current request, however much of it is here already. */
  dropRest(): void
  readonly takesMore: boolean
}

/** The connections of a server. */
export interface Connections {
  of(socket: Duplex): Connection
}

/** So many requests of one connection are worked on; then nothing more is read from it until one is answered. */
export const UNANSWERED_MAX = 16

/**
 * Requests held back until their turn. Node reads 64 KiB at once and hands over all that is in them, which is at most
 * some 400 real requests, with a key; more are no requests but a way to fill the memory, and cost the connection.
 */
export const HELD_MAX = 512

/** After so many requests a client opens a new connection, so that load spreads again over several nodes. */
const REQUESTS_MAX = 1_000

/**
 * Keeps the requests of each connection in order, few at one time, and tells each when its connection closes. Node
 * tells only the response whose turn it is: the ones queued behind it (pipelined requests) would never hear, and hold
 * their places for ever.
 */
export function createConnections(requestsMax = REQUESTS_MAX): Connections {
  const connections = new WeakMap<Duplex, Connection>()
  return {
    of: (socket) => {
      let connection = connections.get(socket)
      if (connection === undefined) {
        connection = createConnection(socket, requestsMax)
        connections.set(socket, connection)
      }
      return connection
    },
  }
}

function createConnection(socket: Duplex, requestsMax: number): Connection {
  const waiting = new Set<() => void>()
  const held: (() => void)[] = []
  let onIdle: (() => void) | undefined
  let takesMore = true
  let taken = 0
  let staysPaused = false

  socket.once('close', () => {
    onIdle = undefined
    held.length = 0
    for (const over of waiting) over()
  })

  const hold = (begin: () => void) => {
    if (held.length === HELD_MAX) {
      held.length = 0
      takesMore = false
      socket.destroy()
      return
    }
    held.push(begin)
    // Node goes on reading after each answer it has sent, whatever we think of it.
    if (!staysPaused) socket.on('resume', () => held.length > 0 && socket.pause())
    staysPaused = true
    socket.pause()
  }
  const goOn = () => {
    if (held.length > 0) {
      while (held.length > 0 && waiting.size < UNANSWERED_MAX) held.shift()?.()
      if (held.length === 0) socket.resume()
    }
    if (waiting.size === 0) onIdle?.()
  }

  return {
    take: (begin) => {
      if (!takesMore) return
      taken += 1
      const ends = taken === requestsMax
      if (ends) takesMore = false
      if (held.length === 0 && waiting.size < UNANSWERED_MAX) begin(ends)
      else hold(() => begin(ends))
    },
    add: (over) => {
      waiting.add(over)
      return () => {
        waiting.delete(over)
        goOn()
      }
    },
    whenIdle: (callback) => {
      if (waiting.size === 0) callback()
      else onIdle = callback
    },
    takeNoMore: () => void (takesMore = false),
    dropRest: () => {
      takesMore = false
      held.length = 0
    },
    get takesMore() {
      return takesMore
    },
  }
}
