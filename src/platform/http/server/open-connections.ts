import type { Socket } from 'node:net'
import type { Clock } from '../../time/clock.ts'
import type { Connections } from './connections.ts'

/**
 * Milliseconds for which a draining server leaves idle connections open: their clients may be about
 * to send a request.
 */
export const DRAIN_GRACE_MS = 2_000

/**
 * Milliseconds without input and without an open request after which a connection of a draining
 * server is idle.
 */
export const QUIET_MS = 400

/** Milliseconds between two checks of a draining server. */
const CHECK_MS = 50

/** Recent activity of a connection. */
interface Activity {
  bytesRead: number
  sinceMs: number
}

/**
 * The open connections of a server. On shutdown, {@link drain} closes idle ones without losing a
 * request: a client unaware of the shutdown may send a request at any moment, and closing its
 * connection then would lose it.
 */
export class OpenConnections {
  readonly #clock: Clock
  readonly #connections: Connections
  readonly #sockets = new Set<Socket>()
  readonly #activity = new WeakMap<Socket, Activity>()
  #drained: PromiseWithResolvers<void> | undefined
  #cancel = () => {}

  constructor(clock: Clock, connections: Connections) {
    this.#clock = clock
    this.#connections = connections
  }

  /** Open connections. */
  get size(): number {
    return this.#sockets.size
  }

  /** Returns the open connections. */
  list(): readonly Socket[] {
    return [...this.#sockets]
  }

  /** Adds a connection; it is removed when it closes. */
  add(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size === 0) this.#end()
    })
  }

  /**
   * Closes each connection after {@link DRAIN_GRACE_MS} once it was quiet for {@link QUIET_MS}.
   * Resolves when none is open, or {@link stop} is called. Never rejects.
   */
  drain(): Promise<void> {
    if (this.#drained !== undefined) return this.#drained.promise
    this.#drained = Promise.withResolvers<void>()
    if (this.#sockets.size === 0) this.#end()
    else this.#checkIdle(this.#clock.monotonicMs() + DRAIN_GRACE_MS)
    return this.#drained.promise
  }

  /** Stops draining. */
  stop(): void {
    this.#end()
  }

  #end(): void {
    this.#cancel()
    this.#drained?.resolve()
  }

  #checkIdle(graceEndsMs: number): void {
    const nowMs = this.#clock.monotonicMs()
    const idle = [...this.#sockets].filter((socket) => this.#isQuiet(socket, nowMs))
    if (nowMs >= graceEndsMs && idle.length > 0) {
      // Timers run before I/O: a request may be in the kernel's buffer. Check again after the poll
      // phase.
      setImmediate(() => {
        for (const socket of idle) if (this.#isQuiet(socket, nowMs)) socket.destroy()
      })
    }
    this.#cancel = this.#clock.after(CHECK_MS, () => this.#checkIdle(graceEndsMs))
  }

  #isQuiet(socket: Socket, nowMs: number): boolean {
    const { bytesRead } = socket
    const known = this.#activity.get(socket)
    if (known?.bytesRead === bytesRead && this.#connections.of(socket).isIdle) {
      return nowMs - known.sinceMs >= QUIET_MS
    }
    this.#activity.set(socket, { bytesRead, sinceMs: nowMs })
    return false
  }
}
