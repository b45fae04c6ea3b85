import type { Clock } from '../../domain/clock.ts'
import { keepSession } from './keep-session.ts'
import { explainFailure } from './postgres-failure.ts'

/** What a database is owned with. */
export interface OwnDatabaseSettings {
  readonly url: string
  readonly clock: Pick<Clock, 'after'>
  /** For how long this node goes on when it cannot reach the database, in milliseconds. */
  readonly graceMs: number
  /** Hears when another node has taken the database, and when it is this one's again. */
  readonly onChange: (owned: boolean) => void
}

/** This node's right to be the only one. */
export interface DatabaseOwner {
  /** Whether it is. While it is not, nothing may be admitted here. */
  readonly owns: boolean
  /**
   * Resolves when it is the only one for the first time. Rejects with {@link DatabaseTaken} when another node has the
   * database when it is first reached.
   */
  readonly first: Promise<void>
  /** Why the database has not been reached, so far. */
  readonly reason: unknown
  /** The same as {@link first}, with true; but resolves with false as soon as that is known to take its time. */
  readonly asked: Promise<boolean>
  close(): void
}

/** Another node serves from the same database. */
export class DatabaseTaken extends Error {
  override readonly name = 'DatabaseTaken'
}

/** Milliseconds for which a start waits for a lock that another node is just letting go. */
const PATIENCE_MS = 1_500

/** Milliseconds after which nobody waits any more for a database that does not answer. */
const ASKED_MS = 2_500

/** Half of the lock's name; the other half is the schema, so that installations may share a database. */
const LOCK = 1_648_121_187

/**
 * Makes this node the only one that serves from a database: it counts quotas in its own memory, so two would each admit
 * the whole quota. The lock is a session's, so it ends with this process however that ends. A database that is not
 * there yet is waited for, and until it has come this node does not own it.
 *
 * While the database cannot be reached the node goes on: nobody else can take the lock there without reaching it, and
 * the server keeps it for a vanished connection until the node's grace for known keys is over.
 */
export function ownDatabase({ url, clock, graceMs, onChange }: OwnDatabaseSettings): DatabaseOwner {
  const first = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<boolean>()
  const timers = [clock.after(ASKED_MS, () => asked.resolve(false))]
  let reason: unknown
  let owns = false
  let lost = false
  let isPatient = false
  first.promise.then(() => asked.resolve(true), asked.reject)

  /** Another node may be just letting go. */
  const beTaken = () => {
    if (owns) {
      owns = false
      lost = true
      onChange(false)
    }
    if (lost || isPatient) return
    isPatient = true
    timers.push(
      clock.after(PATIENCE_MS, () => {
        isPatient = false
        if (reason instanceof DatabaseTaken) first.reject(reason)
      }),
    )
  }
  const session = keepSession({
    url,
    clock,
    name: 'backline owner',
    begin: async (query) => {
      try {
        for (const statement of keepAlive(graceMs)) await query(statement)
        const [row] = await query(
          `select pg_try_advisory_lock(${LOCK}, hashtext(current_schema())) as held`,
        )
        if (row?.['held'] !== true) throw new DatabaseTaken(TAKEN)
      } catch (error) {
        reason = error
        if (error instanceof DatabaseTaken) beTaken()
        throw error
      }
    },
    onUp: () => {
      owns = true
      reason = undefined
      first.resolve()
      if (lost) onChange(true)
      lost = false
    },
    onDown: (failure) => {
      if (reason instanceof DatabaseTaken) return
      reason = explainFailure(url, failure)
      asked.resolve(false)
    },
  })
  return {
    get owns() {
      return owns
    },
    first: first.promise,
    get reason() {
      return reason
    },
    asked: asked.promise,
    close: () => {
      for (const cancel of timers) cancel()
      session.close()
    },
  }
}

const TAKEN =
  'Another "backline serve" already serves from this database (BACKLINE_DATABASE_URL) and counts quotas in its own ' +
  'memory. To run several nodes, set BACKLINE_VALKEY_URL on all of them; otherwise stop the other one.'

/** How long the server waits for a connection that has gone without a word. */
function keepAlive(graceMs: number): readonly string[] {
  const seconds = Math.ceil(graceMs / 1_000) + 5
  return [
    `set tcp_keepalives_idle = ${seconds}`,
    'set tcp_keepalives_interval = 5',
    'set tcp_keepalives_count = 2',
    `set tcp_user_timeout = ${(seconds + 10) * 1_000}`,
  ]
}
