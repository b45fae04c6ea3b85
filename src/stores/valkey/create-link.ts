import type { Clock } from '../../domain/clock.ts'
import { createGuard, StoreAway } from '../create-guard.ts'
import { UnfitServer } from './check-server.ts'
import { openConnection, type Answer, type Connection } from './connection.ts'
import type { ServerAddress } from './server-address.ts'
import { ConnectionLost, ServerError } from './server-error.ts'

/** One caller's time and what has become of its command. */
export interface Attempt {
  /** On the monotonic clock: nothing is sent after it. */
  readonly untilMs: number
  /** Whether the command may have been done though no answer came. An answer to the same command sent again ends the doubt. */
  maybeDone: boolean
}

/** The way to one server: at most one connection, made anew whenever it is gone, and a guard before it. */
export interface Link {
  readonly isUp: boolean
  /**
   * Sends a command and waits for its answer, not past the attempt's end. Where the link is down it waits for it that
   * long, and sends nothing when that is over. Rejects with a reason that holds no address.
   */
  call(command: readonly string[], attempt: Attempt): Promise<Answer>
  /** Resolves when the link is up for the first time; rejects with what a check found. */
  readonly firstUp: Promise<void>
  close(): void
}

/** What a link is made with. */
export interface LinkSettings {
  readonly server: ServerAddress
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** How long an answer may take, and how long a call may wait for a connection. Milliseconds. */
  readonly answerMs: number
  /** Looks at a server that was connected to. When it rejects the server is not used, and is tried again later. */
  readonly check: (send: Connection['send']) => Promise<void>
  readonly onChange: (state: 'away' | 'back', error?: unknown) => void
}

/** The guard's own deadline comes this much behind the answer's, so that a connection that is stuck is given up first. */
const SLACK_MS = 10

/** How long connecting may take; a server that is slower could not answer in time either. */
const CONNECT_MS = 400

/** Between two tries to connect. The promise is to be back within a second of the server. */
const PAUSE_MS = 100

/** The server refuses in a way that a change of place or words mends; it is well. */
const NOT_AWAY = new Set(['MOVED', 'ASK', 'NOSCRIPT'])

/** The server is well, and of no use on this connection: another one may lead to the new primary. */
const WRONG_SERVER = new Set(['READONLY', 'MASTERDOWN', 'LOADING'])

/** What waiting does not mend: somebody has to change a setting. */
function isFinal(error: unknown): boolean {
  if (error instanceof ServerError) return ['WRONGPASS', 'NOAUTH', 'NOPERM'].includes(error.code)
  return error instanceof UnfitServer
}

/** Opens the way to a server, and keeps it open until it is closed. */
export function createLink({ server, clock, answerMs, check, onChange }: LinkSettings): Link {
  const first = Promise.withResolvers<void>()
  first.promise.catch(() => {})
  let up = Promise.withResolvers<Connection>()
  let connection: Connection | undefined
  let reason: unknown
  let closed = false
  let cancelPause = () => {}

  const dial = async () => {
    try {
      const settings = { server, clock, answerMs, connectMs: CONNECT_MS }
      let lost = false
      const made = await openConnection({
        ...settings,
        onLost: () => ((lost = true), goDown(made)),
      })
      await check(made.send).catch((error: unknown) => {
        made.drop()
        throw error
      })
      if (closed) made.drop()
      if (closed || lost) throw new ConnectionLost('The connection to the quota store was lost.')
      connection = made
      up.resolve(made)
      first.resolve()
    } catch (error) {
      reason = error
      if (isFinal(error)) first.reject(error)
      if (!closed) cancelPause = clock.after(PAUSE_MS, () => void dial())
    }
  }
  const goDown = (gone: Connection) => {
    if (connection !== gone) return
    connection = undefined
    up = Promise.withResolvers()
    if (!closed) void dial()
  }
  const whenUp = async (untilMs: number): Promise<Connection> => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const cancel = clock.after(untilMs - clock.monotonicMs(), () =>
      reject(reason instanceof Error ? reason : new StoreAway('The store is away.')),
    )
    try {
      return await Promise.race([up.promise, late])
    } finally {
      cancel()
    }
  }
  const guard = createGuard({ clock, deadlineMs: answerMs + SLACK_MS, onChange })

  void dial()
  return {
    get isUp() {
      return connection !== undefined
    },
    firstUp: first.promise,
    call: async (command, attempt) => {
      const untilMs = Math.min(attempt.untilMs, clock.monotonicMs() + answerMs)
      const answer = await guard.call(async () => {
        const current = connection ?? (await whenUp(untilMs))
        if (closed || clock.monotonicMs() >= untilMs) throw new StoreAway('The store is away.')
        const doubted = attempt.maybeDone
        attempt.maybeDone = true
        try {
          const said = await current.send(command)
          attempt.maybeDone = false
          return said
        } catch (error) {
          if (!(error instanceof ServerError)) throw error
          attempt.maybeDone = doubted
          if (NOT_AWAY.has(error.code)) return error
          if (WRONG_SERVER.has(error.code)) current.drop()
          throw error
        }
      })
      if (answer instanceof ServerError) throw answer
      return answer
    },
    close: () => {
      closed = true
      cancelPause()
      connection?.drop()
    },
  }
}
