import type { Duplex } from 'node:stream'
import type { ParserRejection } from './parser-rejection.ts'

/** A request on a connection, notified when the connection closes. */
export interface Waiting {
  close(): void
  /** Rejects the request if its body has not arrived. Returns whether it did. */
  rejectBody?(rejection: ParserRejection): boolean
}

/** The requests of one connection, in order. */
export interface Connection {
  /**
   * Accepts the next request: calls `start` now, or when fewer requests are open, or never when the
   * connection accepts no more. `ends` says that it is the connection's last request; `isLast`
   * makes it so. `start` must {@link add} the request synchronously.
   */
  accept(start: (ends: boolean) => void, isLast?: boolean): void
  /** Adds a started request: it is closed when the connection closes. */
  add(request: Waiting): void
  /** Removes a finished request. */
  delete(request: Waiting): void
  /** Calls `callback` once no request of this connection is open; synchronously if none is. */
  whenIdle(callback: () => void): void
  /**
   * Rejects the last request, whose body is incomplete and unreadable; returns false where there is
   * none.
   */
  rejectBody(rejection: ParserRejection): boolean
  /** Accepts no further request. Requests already received are answered. */
  acceptNoMore(): void
  /** Drops everything received after the current request. */
  dropQueuedRequests(): void
  /** Drops the requests after an open one, started or not: that one is the last to be answered. */
  dropBehind(request: Waiting): void
  readonly acceptsMore: boolean
  /** Whether no request is open or queued. */
  readonly isIdle: boolean
  /** Whether no other request was received after this one. */
  isNewest(request: Waiting): boolean
}

/** The connections of a server. */
export interface Connections {
  of(socket: Duplex): Connection
}

/** Open requests per connection at most; then the connection is paused until one is answered. */
export const UNANSWERED_MAX = 16

/**
 * Queued requests at most, over all connections. Node reads 64 KiB at once and delivers all
 * requests in them, possibly thousands. A connection that would exceed this is destroyed: only a
 * client that pipelines thousands of requests and reads no responses can cause that.
 */
export const QUEUED_MAX = 20_000

/**
 * Requests per connection. Then the client opens a new one, so that load spreads over the nodes
 * again.
 */
const REQUESTS_MAX = 1_000

/**
 * Creates the connections of a server. Each starts its requests in order, a few at a time, and
 * notifies them when it closes. Node notifies only the response whose turn it is: pipelined ones
 * behind it would never learn of it and would occupy their concurrency slots forever.
 */
export function createConnections(requestsMax = REQUESTS_MAX): Connections {
  const connections = new WeakMap<Duplex, Connection>()
  const shared: SharedState = { queued: 0 }
  return {
    of: (socket) => {
      let connection = connections.get(socket)
      if (connection === undefined) {
        connection = new PipelinedConnection(socket, requestsMax, shared)
        connections.set(socket, connection)
      }
      return connection
    },
  }
}

/** State shared by the connections. */
interface SharedState {
  queued: number
}

class PipelinedConnection implements Connection {
  readonly #socket: Duplex
  readonly #requestsMax: number
  readonly #shared: SharedState
  readonly #open: Waiting[] = []
  /** Starts the requests that wait for open ones. */
  readonly #queued: (() => void)[] = []
  #onIdle: (() => void) | undefined
  #acceptsMore = true
  #accepted = 0
  #isPauseKept = false

  constructor(socket: Duplex, requestsMax: number, shared: SharedState) {
    this.#socket = socket
    this.#requestsMax = requestsMax
    this.#shared = shared
    socket.once('close', () => this.#close())
  }

  get acceptsMore(): boolean {
    return this.#acceptsMore
  }

  get isIdle(): boolean {
    return this.#open.length === 0 && this.#queued.length === 0
  }

  isNewest(request: Waiting): boolean {
    return this.#queued.length === 0 && this.#open.at(-1) === request
  }

  accept(start: (ends: boolean) => void, isLast = false): void {
    if (!this.#acceptsMore) return this.#stayPaused()
    this.#accepted += 1
    const ends = this.#accepted === this.#requestsMax || isLast
    if (ends) this.#acceptsMore = false
    if (this.#queued.length === 0 && this.#open.length < UNANSWERED_MAX) start(ends)
    else this.#enqueue(() => start(ends))
  }

  add(request: Waiting): void {
    this.#open.push(request)
  }

  delete(request: Waiting): void {
    const at = this.#open.indexOf(request)
    if (at >= 0) this.#open.splice(at, 1)
    this.#startQueued()
  }

  whenIdle(callback: () => void): void {
    if (this.#open.length === 0) callback()
    else this.#onIdle = callback
  }

  rejectBody(rejection: ParserRejection): boolean {
    return this.#open.at(-1)?.rejectBody?.(rejection) === true
  }

  acceptNoMore(): void {
    this.#acceptsMore = false
  }

  dropQueuedRequests(): void {
    this.#shared.queued -= this.#queued.length
    this.#queued.length = 0
    this.#acceptsMore = false
  }

  dropBehind(request: Waiting): void {
    this.dropQueuedRequests()
    for (const each of this.#open.slice(this.#open.indexOf(request) + 1)) each.close()
  }

  #enqueue(start: () => void): void {
    if (this.#shared.queued === QUEUED_MAX) {
      this.dropQueuedRequests()
      this.#socket.destroy()
      return
    }
    this.#shared.queued += 1
    this.#queued.push(start)
    this.#stayPaused()
  }

  #startQueued(): void {
    if (this.#queued.length > 0) {
      while (this.#queued.length > 0 && this.#open.length < UNANSWERED_MAX) {
        this.#shared.queued -= 1
        this.#queued.shift()?.()
      }
      if (this.#queued.length === 0) this.#socket.resume()
    }
    if (this.#open.length === 0) this.#onIdle?.()
  }

  /** Pauses the socket while requests are queued, or while the last ones are open. */
  #stayPaused(): void {
    const socket = this.#socket
    // Node resumes the socket after each response it has sent.
    if (!this.#isPauseKept) socket.on('resume', () => this.#isWaiting && socket.pause())
    this.#isPauseKept = true
    socket.pause()
  }

  get #isWaiting(): boolean {
    return this.#queued.length > 0 || (!this.#acceptsMore && this.#open.length > 0)
  }

  #close(): void {
    this.#onIdle = undefined
    this.dropQueuedRequests()
    for (const request of this.#open.splice(0)) request.close()
  }
}
