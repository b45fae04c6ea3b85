import type { Duplex } from 'node:stream'

/** What is on a connection and hears when that closes. */
export interface Waiting {
  close(): void
}

/** The requests of one connection, one behind the other. */
export interface Connection {
  /**
   * Takes the next request: `begin` is called now, or when fewer of those before it wait for their answers, or never,
   * when nothing more is wanted from this connection. `ends` says that it is the last that this connection may make.
   * What begins must be {@link add}ed at once.
   */
  take(begin: (ends: boolean) => void): void
  /** A request begins: it is closed when the connection closes. */
  add(request: Waiting): void
  /** A request is over by itself. */
  delete(request: Waiting): void
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
 * Requests held back until their turn, on all connections together. Node reads 64 KiB at once and hands over all that is
 * in them, which may be some thousand requests of one connection. A connection that would hold more is cut: only who
 * sends thousands and reads no answers comes to that.
 */
export const HELD_MAX = 20_000

/** After so many requests a client opens a new connection, so that load spreads again over several nodes. */
const REQUESTS_MAX = 1_000

/**
 * Keeps the requests of each connection in order, few at one time, and tells each when its connection closes. Node
 * tells only the response whose turn it is: the ones queued behind it (pipelined requests) would never hear, and hold
 * their places for ever.
 */
export function createConnections(requestsMax = REQUESTS_MAX): Connections {
  const connections = new WeakMap<Duplex, Connection>()
  const room: Room = { held: 0 }
  return {
    of: (socket) => {
      let connection = connections.get(socket)
      if (connection === undefined) {
        connection = createConnection(socket, requestsMax, room)
        connections.set(socket, connection)
      }
      return connection
    },
  }
}

/** What the connections share. */
interface Room {
  held: number
}

function createConnection(socket: Duplex, requestsMax: number, room: Room): Connection {
  const waiting: Waiting[] = []
  const held: (() => void)[] = []
  let onIdle: (() => void) | undefined
  let takesMore = true
  let taken = 0
  let staysPaused = false

  socket.once('close', () => {
    onIdle = undefined
    dropHeld()
    for (const request of waiting.splice(0)) request.close()
  })

  const dropHeld = () => {
    room.held -= held.length
    held.length = 0
    takesMore = false
  }
  /** Reads no more while requests are held, or while the last ones wait for their answers. */
  const stayPaused = () => {
    // Node goes on reading after each answer it has sent, whatever we think of it.
    const isWaiting = () => held.length > 0 || (!takesMore && waiting.length > 0)
    if (!staysPaused) socket.on('resume', () => isWaiting() && socket.pause())
    staysPaused = true
    socket.pause()
  }
  const hold = (begin: () => void) => {
    if (room.held === HELD_MAX) {
      dropHeld()
      socket.destroy()
      return
    }
    room.held += 1
    held.push(begin)
    stayPaused()
  }
  const goOn = () => {
    if (held.length > 0) {
      while (held.length > 0 && waiting.length < UNANSWERED_MAX) {
        room.held -= 1
        held.shift()?.()
      }
      if (held.length === 0) socket.resume()
    }
    if (waiting.length === 0) onIdle?.()
  }

  return {
    take: (begin) => {
      if (!takesMore) return stayPaused()
      taken += 1
      const ends = taken === requestsMax
      if (ends) takesMore = false
      if (held.length === 0 && waiting.length < UNANSWERED_MAX) begin(ends)
      else hold(() => begin(ends))
    },
    add: (request) => void waiting.push(request),
    delete: (request) => {
      const at = waiting.indexOf(request)
      if (at >= 0) waiting.splice(at, 1)
      goOn()
    },
    whenIdle: (callback) => {
      if (waiting.length === 0) callback()
      else onIdle = callback
    },
    takeNoMore: () => void (takesMore = false),
    dropRest: dropHeld,
    get takesMore() {
      return takesMore
    },
  }
}
