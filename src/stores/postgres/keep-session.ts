import { Client } from 'pg'
import type { Clock } from '../../domain/clock.ts'
import { connectionSettings, createSockets } from './connection-settings.ts'
import { toFailure, type PostgresFailure } from './postgres-failure.ts'

/** Milliseconds between two questions whether the connection still lives, and for the answer: noticed within a second. */
const HEARTBEAT_MS = 400
const ANSWER_MS = 500

/** Milliseconds to the next try while there is no connection. */
const RETRY_MS = 200

/** Runs one statement of the session. */
export type Query = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** What a session is kept with. */
export interface SessionSettings {
  readonly url: string
  /** What `pg_stat_activity` shows. */
  readonly name: string
  readonly clock: Pick<Clock, 'after'>
  /** Begins each new connection. When it throws, the connection is closed and another one tried. */
  readonly begin: (query: Query) => Promise<void>
  /** Is called when a new connection has begun. */
  readonly onUp: () => void
  /** Is called once for each outage, with its reason. */
  readonly onDown: (failure: PostgresFailure) => void
  readonly onNotification?: () => void
}

/** A connection that is there as long as Postgres is. */
export interface Session {
  /** Ends it, at once. Idempotent. */
  close(): void
}

/** Keeps one connection of its own, asks it all the time whether it lives, and makes another when it does not. */
export function keepSession(settings: SessionSettings): Session {
  const { clock, onUp, onDown } = settings
  // No promise that lasts as long as the session is ever waited for: each wait would stay with it, five times a second.
  const state = { closed: false, wake: () => {}, cut: () => {} }
  let saidDown = false

  const pause = async (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    state.wake = resolve
    const cancel = clock.after(ms, resolve)
    await promise
    cancel()
  }

  const live = async () => {
    const sockets = createSockets()
    const client = new Client(connectionSettings(settings.url, settings.name, sockets))
    state.cut = sockets.destroy
    const gone: { error?: Error } = {}
    const onGone = (error: Error) => {
      gone.error ??= error
      state.wake()
    }
    client.on('error', onGone)
    client.on('end', () => onGone(new Error('The connection was closed.')))
    client.on('notification', () => settings.onNotification?.())
    const query: Query = async (text) => {
      const statement = { text, query_timeout: ANSWER_MS }
      return (await client.query<Record<string, unknown>>(statement)).rows
    }
    try {
      await client.connect()
      await settings.begin(query)
      saidDown = false
      onUp()
      while (!state.closed) {
        if (gone.error === undefined) await pause(HEARTBEAT_MS)
        if (gone.error !== undefined) throw gone.error
        if (!state.closed) await query('select 1')
      }
    } finally {
      sockets.destroy()
    }
  }

  const keep = async () => {
    while (!state.closed) {
      try {
        await live()
      } catch (error) {
        if (!saidDown && !state.closed) onDown(toFailure(error))
        saidDown = true
      }
      if (!state.closed) await pause(RETRY_MS)
    }
  }
  void keep()
  return {
    close: () => {
      state.closed = true
      state.cut()
      state.wake()
    },
  }
}
