import { createClient } from '@redis/client'
import type { Clock } from '../../domain/clock.ts'
import type { ServerAddress } from './server-address.ts'
import { ConnectionLost, toOwnError } from './server-error.ts'

/** What a server answers; nested lists of these. */
export type Answer = string | number | null | readonly Answer[]

/** One connection to one server. It is never made again: who needs another opens another. */
export interface Connection {
  /**
   * Sends a command, behind all that were sent before. Rejects with a `ServerError` when the server refuses, or with
   * {@link ConnectionLost}: then nobody knows whether it was done. It is never sent a second time.
   */
  send(command: readonly string[]): Promise<Answer>
  /** Gives the connection up; everything under way rejects. Idempotent. */
  drop(): void
}

/** What a connection is opened with. Times in milliseconds. */
export interface ConnectionSettings {
  readonly server: ServerAddress
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** A connection that leaves a command without an answer for so long is given up: answers come in order. */
  readonly answerMs: number
  /** Until it must be made, the handshake included. */
  readonly connectMs: number
  /** Called once, when a connection that was open is gone, whoever gave it up. */
  readonly onLost: () => void
}

/**
 * Opens a connection. Rejects when it is not made in time. The driver's own ways of helping are all off: it would queue
 * commands while it is not connected and send them whenever it is again, charging attempts that were given up long ago.
 */
export async function openConnection({
  server,
  clock,
  answerMs,
  connectMs,
  onLost,
}: ConnectionSettings): Promise<Connection> {
  const client = createClient({
    socket: {
      host: server.host,
      port: server.port,
      reconnectStrategy: false,
      connectTimeout: Math.min(200, connectMs),
      ...(server.tls && { tls: true as const }),
    },
    ...(server.username !== undefined && { username: server.username }),
    ...(server.password !== undefined && { password: server.password }),
    database: server.database,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  })
  let open = false
  const drop = () => {
    client.destroy()
    cancelWatch()
    if (open) onLost()
    open = false
  }
  // Each is heard of by whoever has a command under way as well.
  client.on('error', () => {})
  client.on('terminated', () => drop())

  /** When each command under way was sent, the oldest first. */
  const sentAtMs = new Map<number, number>()
  let commands = 0
  let cancelWatch = () => {}
  const watch = () => {
    const [oldest] = sentAtMs.values()
    cancelWatch = () => {}
    if (oldest === undefined) return
    const leftMs = oldest + answerMs - clock.monotonicMs()
    if (leftMs <= 0) drop()
    // One more turn of the event loop, for an answer that is there and not read yet.
    else cancelWatch = clock.after(leftMs, () => setImmediate(watch))
  }

  await made(client, clock, connectMs)
  open = true
  return {
    send: async (command) => {
      const number = (commands += 1)
      sentAtMs.set(number, clock.monotonicMs())
      if (sentAtMs.size === 1) watch()
      try {
        return await client.sendCommand<Answer>(command)
      } catch (error) {
        throw toOwnError(error)
      } finally {
        sentAtMs.delete(number)
      }
    },
    drop,
  }
}

async function made(
  client: { connect(): Promise<unknown>; destroy(): void },
  clock: Pick<Clock, 'after'>,
  connectMs: number,
): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel = clock.after(connectMs, () =>
    reject(new ConnectionLost('The quota store took too long to be connected to.')),
  )
  const connecting = client.connect()
  try {
    await Promise.race([connecting, late])
  } catch (error) {
    client.destroy()
    // The driver cannot give up a socket that is being opened, and would keep it.
    connecting.then(() => client.destroy()).catch(() => {})
    throw toOwnError(error)
  } finally {
    cancel()
  }
}
