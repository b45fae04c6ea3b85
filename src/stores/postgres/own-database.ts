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
  /** False once another node has taken the database: then nothing may be admitted here. */
  readonly owns: boolean
  close(): void
}

/** Another node serves from the same database. */
export class DatabaseTaken extends Error {
  override readonly name = 'DatabaseTaken'
}

/** Milliseconds for which a start waits for a lock that another node is just letting go. */
const PATIENCE_MS = 1_500

/** Milliseconds after which a start gives up when the database does not answer. */
const START_MS = 5_000

/** Half of the lock's name; the other half is the schema, so that installations may share a database. */
const LOCK = 1_648_121_187

/**
 * Makes this node the only one that serves from a database: it counts quotas in its own memory, so two would each admit
 * the whole quota. The lock is a session's, so it ends with this process however that ends. Throws
 * {@link DatabaseTaken} when another node has it.
 *
 * While the database cannot be reached the node goes on: nobody else can take the lock there without reaching it, and
 * the server keeps it for a vanished connection until the node's grace for known keys is over.
 */
export async function ownDatabase(settings: OwnDatabaseSettings): Promise<DatabaseOwner> {
  const { url, clock, graceMs, onChange } = settings
  const first = Promise.withResolvers<void>()
  let reason: unknown
  let owns = false
  let started = false
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
        if (error instanceof DatabaseTaken && owns) {
          owns = false
          if (started) onChange(false)
        }
        reason = error
        throw error
      }
    },
    onUp: () => {
      if (started && !owns) onChange(true)
      owns = true
      first.resolve()
    },
    onDown: (failure) => (reason ??= failure),
  })
  const timers = [
    clock.after(PATIENCE_MS, () => {
      if (reason instanceof DatabaseTaken) first.reject(reason)
    }),
    clock.after(START_MS, () =>
      first.reject(reason instanceof DatabaseTaken ? reason : explainFailure(url, reason)),
    ),
  ]
  try {
    await first.promise
  } catch (error) {
    session.close()
    throw error
  } finally {
    for (const cancel of timers) cancel()
  }
  started = true
  return {
    get owns() {
      return owns
    },
    close: session.close,
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
