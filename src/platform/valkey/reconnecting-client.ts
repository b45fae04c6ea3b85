import type { Clock } from '../time/clock.ts'
import { createStoreGuard, StoreUnavailable, type StoreGuard } from '../sql/store-guard.ts'
import { Backoff } from '../time/backoff.ts'
import { createEventLoopClock } from '../time/event-loop-clock.ts'
import {
  ConnectionLost,
  openConnection,
  ReplyMismatch,
  ServerError,
  type Answer,
  type Connection,
  type ServerAddress,
} from './valkey-connection.ts'
import { UnfitServer } from './valkey-server.ts'

/** The deadline of one call and the outcome of its command. */
export interface Attempt {
  /** Monotonic deadline; nothing is sent after it. */
  readonly untilMs: number
  /**
   * Whether the command may have run although no reply came. A reply to the same command sent again
   * clears it.
   */
  outcomeUnknown: boolean
}

/** Returns whether a reply can belong to the command. */
export type IsAnswer = (answer: Answer) => boolean

/** A client of one server: at most one connection, reopened whenever it is lost, behind a guard. */
export interface ReconnectingClient {
  readonly isUp: boolean
  /**
   * Sends a command and waits for its reply until the attempt's deadline. While the connection is
   * down it waits for it, and sends nothing after the deadline. Closes the connection and rejects
   * with {@link ReplyMismatch} when `isAnswer` returns false. Rejection reasons contain no address.
   */
  call(command: readonly string[], attempt: Attempt, isAnswer: IsAnswer): Promise<Answer>
  /** Resolves after the first connection; rejects when its check failed. */
  readonly firstUp: Promise<void>
  close(): void
}

/** Options of a client. */
export interface ReconnectingClientOptions {
  readonly server: ServerAddress
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /**
   * Milliseconds for a reply, and for waiting for a connection. For a reply, delays of this
   * process's event loop do not count.
   */
  readonly answerMs: number
  /** Checks a connected server. When it rejects, the server is not used and is retried later. */
  readonly check: (send: Connection['send']) => Promise<void>
  /** Differs between all clients, so that they do not reconnect at the same time. */
  readonly seed: string
  readonly onChange: (state: 'away' | 'back', error?: unknown) => void
}

/**
 * Milliseconds by which the guard's deadline follows the reply's, so that a stuck connection is
 * closed first.
 */
const SLACK_MS = 10

/** Connection timeout; a slower server could not reply in time either. */
const CONNECT_MS = 400

/**
 * Milliseconds between two connection attempts: the first and the longest pause. The client is back
 * within a second of the server.
 */
const PAUSE_MS = { firstMs: 100, maxMs: 500 }

/** Errors of a healthy server that a redirect or another command resolves. */
const HEALTHY_ERRORS = new Set(['MOVED', 'ASK', 'NOSCRIPT'])

/**
 * Errors of a healthy server that is useless on this connection: a new one may reach the new
 * primary.
 */
const WRONG_SERVER = new Set(['READONLY', 'MASTERDOWN', 'LOADING'])

/** Errors that do not pass by themselves: an operator must change a setting. */
function isFinal(error: unknown): boolean {
  if (error instanceof ServerError) return ['WRONGPASS', 'NOAUTH', 'NOPERM'].includes(error.code)
  return error instanceof UnfitServer
}

/** Opens a client, and reconnects until it is closed. */
export function createReconnectingClient(options: ReconnectingClientOptions): ReconnectingClient {
  return new GuardedClient(options)
}

class GuardedClient implements ReconnectingClient {
  readonly #options: ReconnectingClientOptions
  /** The clock of reply timeouts. */
  readonly #replyClock: Pick<Clock, 'monotonicMs' | 'after'>
  readonly #guard: StoreGuard
  readonly #backoff: Backoff
  readonly #firstUp = Promise.withResolvers<void>()
  #up = Promise.withResolvers<Connection>()
  #connection: Connection | undefined
  /** Why the last connection attempt failed. */
  #reason: unknown
  #isClosed = false
  #cancelPause = () => {}

  constructor(options: ReconnectingClientOptions) {
    const { clock, answerMs, seed, onChange } = options
    this.#options = options
    this.#backoff = new Backoff({ ...PAUSE_MS, seed })
    this.#replyClock = createEventLoopClock(clock)
    this.#guard = createStoreGuard({
      clock: this.#replyClock,
      deadlineMs: answerMs + SLACK_MS,
      onChange,
    })
    this.#firstUp.promise.catch(() => {})
    void this.#connect()
  }

  get isUp(): boolean {
    return this.#connection !== undefined
  }

  get firstUp(): Promise<void> {
    return this.#firstUp.promise
  }

  async call(command: readonly string[], attempt: Attempt, isAnswer: IsAnswer): Promise<Answer> {
    const { clock, answerMs } = this.#options
    const untilMs = Math.min(attempt.untilMs, clock.monotonicMs() + answerMs)
    const answer = await this.#guard.call(async () => {
      const connection = this.#connection ?? (await this.#whenUp(untilMs))
      if (this.#isClosed || clock.monotonicMs() >= untilMs)
        throw new StoreUnavailable('The store is down.')
      return exchange(connection, command, attempt, isAnswer)
    })
    if (answer instanceof ServerError) throw answer
    return answer
  }

  close(): void {
    this.#isClosed = true
    this.#cancelPause()
    this.#connection?.drop()
  }

  async #connect(): Promise<void> {
    try {
      const connection = await this.#openChecked()
      this.#connection = connection
      this.#backoff.reset()
      this.#up.resolve(connection)
      this.#firstUp.resolve()
    } catch (error) {
      this.#reason = error
      if (isFinal(error)) this.#firstUp.reject(error)
      if (this.#isClosed) return
      this.#cancelPause = this.#options.clock.after(
        this.#backoff.nextMs(),
        () => void this.#connect(),
      )
    }
  }

  async #openChecked(): Promise<Connection> {
    const { server, answerMs, check } = this.#options
    let isLost = false
    const onLost = () => {
      isLost = true
      this.#reconnect(connection)
    }
    const connection = await openConnection({
      server,
      clock: this.#replyClock,
      answerMs,
      connectMs: CONNECT_MS,
      onLost,
    })
    await check((command) => connection.send(command)).catch((error: unknown) => {
      connection.drop()
      throw error
    })
    if (this.#isClosed) connection.drop()
    if (this.#isClosed || isLost)
      throw new ConnectionLost('The connection to the quota store was lost.')
    return connection
  }

  #reconnect(lost: Connection): void {
    if (this.#connection !== lost) return
    this.#connection = undefined
    this.#up = Promise.withResolvers()
    if (!this.#isClosed) void this.#connect()
  }

  async #whenUp(untilMs: number): Promise<Connection> {
    const { clock } = this.#options
    const { promise: late, reject } = Promise.withResolvers<never>()
    const cancel = clock.after(untilMs - clock.monotonicMs(), () =>
      reject(
        this.#reason instanceof Error ? this.#reason : new StoreUnavailable('The store is down.'),
      ),
    )
    try {
      return await Promise.race([this.#up.promise, late])
    } finally {
      cancel()
    }
  }
}

/**
 * Sends a command and checks its reply. Returns, rather than throws, an error of a healthy server,
 * which the guard must not count as a failure.
 */
async function exchange(
  connection: Connection,
  command: readonly string[],
  attempt: Attempt,
  isAnswer: IsAnswer,
): Promise<Answer | ServerError> {
  const wasUnknown = attempt.outcomeUnknown
  attempt.outcomeUnknown = true
  try {
    const reply = await connection.send(command)
    if (!isAnswer(reply)) {
      connection.drop()
      throw new ReplyMismatch()
    }
    attempt.outcomeUnknown = false
    return reply
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    attempt.outcomeUnknown = wasUnknown
    if (HEALTHY_ERRORS.has(error.code)) return error
    if (WRONG_SERVER.has(error.code)) connection.drop()
    throw error
  }
}
