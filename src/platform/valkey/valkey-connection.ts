import { createClient, ErrorReply } from '@redis/client'
import type { Clock } from '../time/clock.ts'

/** Address and credentials of a server. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly username?: string
  readonly password?: string
  /** The database number; a cluster has only 0. */
  readonly database: number
}

/** A reply of a server; lists may nest. */
export type Answer = string | number | null | readonly Answer[]

/** One connection to one server. It never reconnects: open another one instead. */
export interface Connection {
  /**
   * Sends a command, after all sent before. Rejects with a `ServerError` for an error reply, or
   * with {@link ConnectionLost}: then the outcome is unknown. It is never sent twice.
   */
  send(command: readonly string[]): Promise<Answer>
  /** Closes the connection; pending commands reject. Idempotent. */
  drop(): void
}

/** Advice for the operator, by error code. */
const REMEDIES: Readonly<Record<string, string>> = {
  WRONGPASS: 'The user or the password in BACKLINE_VALKEY_URL is wrong.',
  NOAUTH: 'It requires a password: set it in BACKLINE_VALKEY_URL.',
  NOPERM: 'Grant the user the permissions that docs/quotas-on-valkey.md lists.',
}

/**
 * An error reply: the server has done nothing. Only the code is kept, since the rest of the reply
 * may contain an address.
 */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  /** The first word of the reply, such as `READONLY`. */
  readonly code: string
  /** With `MOVED` and `ASK`: the address of the server to use. */
  readonly redirect: string | undefined

  constructor(answer: string) {
    const [code = '', , address] = answer.split(' ')
    const known = /^[A-Z]{2,20}$/.test(code) ? code : 'ERR'
    super([`The quota store answered ${known}.`, REMEDIES[known]].filter(Boolean).join(' '))
    this.code = known
    this.redirect = known === 'MOVED' || known === 'ASK' ? address : undefined
  }
}

/**
 * No reply: the connection could not be opened, or was lost or closed while a command was pending.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/**
 * The reply does not belong to the command: bytes were lost or repeated, and every later reply on
 * the connection may belong to another command. The outcome of the command is unknown.
 */
export class ReplyMismatch extends Error {
  override readonly name = 'ReplyMismatch'

  constructor() {
    super('The quota store sent a reply to another request; its connection was closed.')
  }
}

/** Options of a connection. Times in milliseconds. */
export interface ConnectionOptions {
  readonly server: ServerAddress
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /**
   * Reply timeout: the connection is closed when a command has no reply by then, since replies come
   * in order.
   */
  readonly answerMs: number
  /** Connection timeout, handshake included. */
  readonly connectMs: number
  /** Called once when an open connection has closed, for any reason. */
  readonly onLost: () => void
}

/**
 * Opens a connection. Rejects on timeout. Disables the driver's reconnects and offline queue: it
 * would send queued commands after reconnecting, and charge attempts that were abandoned long ago.
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const connection = new DriverConnection(options)
  await connection.open()
  return connection
}

class DriverConnection implements Connection {
  readonly #options: ConnectionOptions
  readonly #client: ReturnType<typeof createDriver>
  #isOpen = false
  /** Send times of the pending commands, the oldest first. */
  readonly #sentAtMs = new Map<number, number>()
  #commandCount = 0
  /** Whether a timer is set: a second one would be set again and again beside it. */
  #isWatching = false
  #cancelWatch = () => {}

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#client = createDriver(options)
    // The driver continues after malformed bytes, or a reply that no command expects: later replies
    // may belong to other commands. All pending commands are rejected too.
    this.#client.on('error', () => {
      if (this.#isOpen) this.drop()
    })
    this.#client.on('terminated', () => this.drop())
  }

  async open(): Promise<void> {
    await connect(this.#client, this.#options)
    this.#isOpen = true
  }

  async send(command: readonly string[]): Promise<Answer> {
    const number = (this.#commandCount += 1)
    this.#sentAtMs.set(number, this.#options.clock.monotonicMs())
    if (!this.#isWatching) this.#watchOldest()
    try {
      return await this.#client.sendCommand<Answer>(command)
    } catch (error) {
      throw toOwnError(error)
    } finally {
      this.#sentAtMs.delete(number)
    }
  }

  drop(): void {
    this.#client.destroy()
    this.#cancelWatch()
    if (this.#isOpen) this.#options.onLost()
    this.#isOpen = false
  }

  /** Closes the connection when its oldest command has no reply in time. */
  #watchOldest(): void {
    const { clock, answerMs } = this.#options
    const [oldest] = this.#sentAtMs.values()
    this.#cancelWatch = () => {}
    this.#isWatching = oldest !== undefined
    if (oldest === undefined) return
    const leftMs = oldest + answerMs - clock.monotonicMs()
    if (leftMs <= 0) this.drop()
    // Wait one event-loop iteration for a reply that has arrived but was not read.
    else this.#cancelWatch = clock.after(leftMs, () => setImmediate(() => this.#watchOldest()))
  }
}

function createDriver({ server, connectMs }: ConnectionOptions) {
  return createClient({
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
}

async function connect(
  client: { connect(): Promise<unknown>; destroy(): void },
  { clock, connectMs }: ConnectionOptions,
): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel = clock.after(connectMs, () =>
    reject(new ConnectionLost('Connecting to the quota store timed out.')),
  )
  const connecting = client.connect()
  try {
    await Promise.race([connecting, late])
  } catch (error) {
    client.destroy()
    // The driver cannot abort a connecting socket and would leak it.
    connecting.then(() => client.destroy()).catch(() => {})
    throw toOwnError(error)
  } finally {
    cancel()
  }
}

/** Converts an error of the driver, whose messages may contain addresses and possibly passwords. */
function toOwnError(error: unknown): Error {
  if (error instanceof ServerError || error instanceof ConnectionLost) return error
  if (error instanceof ErrorReply) return new ServerError(error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ''
  return new ConnectionLost(
    `The connection to the quota store was lost or could not be opened${known}.`,
  )
}
