import { Client } from 'pg'
import type { Clock } from '../time/clock.ts'
import { connectionOptions, createSockets } from './connection-options.ts'
import { toFailure, type PostgresFailure } from './postgres-failure.ts'

/**
 * Milliseconds between two health checks, and for their reply: a loss is noticed within a second.
 */
const HEARTBEAT_MS = 400
const ANSWER_MS = 500

/** Milliseconds between connection attempts. */
const RETRY_MS = 200

/** Runs a statement in the session. */
export type Query = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Options of a session. */
export interface PostgresSessionOptions {
  readonly url: string
  /** The name in `pg_stat_activity`. */
  readonly name: string
  readonly clock: Pick<Clock, 'after'>
  /**
   * Initializes each new connection. When it throws, the connection is closed and another one is
   * tried.
   */
  readonly begin: (query: Query) => Promise<void>
  /** Called after a new connection was initialized. */
  readonly onUp: () => void
  /** Called once per outage, with its reason. */
  readonly onDown: (failure: PostgresFailure) => void
  /** Called when an initialized connection has ended, before the next attempt. */
  readonly onEnd?: () => void
  /** Called for each failed connection attempt or initialization. */
  readonly onFailed?: (error: unknown) => void
  /** Called with the payload of each notification. */
  readonly onNotification?: (payload: string) => void
}

/** A session that reconnects for as long as it is open. */
export interface Session {
  /** Closes the session immediately. Idempotent. */
  close(): void
}

/**
 * Opens a session on a dedicated connection, checks its health continuously, and reconnects when it
 * is lost.
 */
export function maintainSession(options: PostgresSessionOptions): Session {
  return new ReconnectingSession(options)
}

/**
 * Never awaits a promise as long-lived as the session: each await, five a second, would be retained
 * by it.
 */
class ReconnectingSession implements Session {
  readonly #options: PostgresSessionOptions
  #isClosed = false
  #isUp = false
  /** Whether the current outage was reported. */
  #isDownReported = false
  /** Ends the current pause. */
  #wake = () => {}
  /** Closes the current connection. */
  #disconnect = () => {}

  constructor(options: PostgresSessionOptions) {
    this.#options = options
    void this.#reconnect()
  }

  close(): void {
    this.#isClosed = true
    this.#disconnect()
    this.#wake()
  }

  async #reconnect(): Promise<void> {
    const { onEnd, onFailed, onDown } = this.#options
    while (!this.#isClosed) {
      try {
        await this.#connect()
      } catch (error) {
        const hasEnded = this.#isUp
        this.#isUp = false
        if (!this.#isClosed) {
          if (hasEnded) onEnd?.()
          else onFailed?.(error)
          if (!this.#isDownReported) onDown(toFailure(error))
        }
        this.#isDownReported = true
        // An immediate reconnect tells soonest whether the database is up.
        if (hasEnded && onEnd !== undefined) continue
      }
      if (!this.#isClosed) await this.#pause(RETRY_MS)
    }
  }

  /** Opens one connection and checks its health until the session is closed; rejects at its end. */
  async #connect(): Promise<void> {
    const { url, name, begin, onUp, onNotification } = this.#options
    const sockets = createSockets()
    const client = new Client(connectionOptions(url, name, sockets))
    this.#disconnect = () => sockets.destroy()
    const ended: { error?: Error } = {}
    const onGone = (error: Error) => {
      ended.error ??= error
      this.#wake()
    }
    client.on('error', onGone)
    client.on('end', () => onGone(new Error('The connection was closed.')))
    client.on('notification', ({ payload = '' }) => onNotification?.(payload))
    const query: Query = async (text) => {
      const statement = { text, query_timeout: ANSWER_MS }
      return (await client.query<Record<string, unknown>>(statement)).rows
    }
    try {
      await client.connect()
      await begin(query)
      if (ended.error !== undefined) throw ended.error
      this.#isDownReported = false
      this.#isUp = true
      onUp()
      while (!this.#isClosed) {
        if (ended.error === undefined) await this.#pause(HEARTBEAT_MS)
        if (ended.error !== undefined) throw ended.error
        if (!this.#isClosed) await query('select 1')
      }
    } finally {
      sockets.destroy()
    }
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const cancel = this.#options.clock.after(ms, resolve)
    await promise
    cancel()
  }
}
