import type { Clock } from '../time/clock.ts'
import { wait } from '../concurrency/wait.ts'
import { maintainSession, type Query, type Session } from './postgres-session.ts'
import { explainFailure, type PostgresFailure } from './postgres-failure.ts'

/** Options of {@link lockDatabase}. */
export interface DatabaseLockOptions {
  readonly url: string
  readonly clock: Pick<Clock, 'after'>
  /** Milliseconds for which this node continues while it cannot reach the database. */
  readonly graceMs: number
  /** Called when another node has acquired the lock, and when this one has it again. */
  readonly onChange: (owned: boolean) => void
}

/** The exclusive right of this node to serve from a database. */
export interface DatabaseLock {
  /** Whether this node holds the lock. Without it, no request may be admitted. */
  readonly owns: boolean
  /**
   * Resolves when the outcome of a check is known: the session that held the lock has ended, and
   * the database is queried. Resolves within half a second if the database is unreachable.
   * `undefined` while no check is running. No request may be admitted before.
   */
  readonly checking: Promise<void> | undefined
  /**
   * Resolves when this node first holds the lock. Rejects with {@link DatabaseLocked} if another
   * node holds it when the database is first reached.
   */
  readonly first: Promise<void>
  /** The reason why the database has not been reached so far. */
  readonly reason: unknown
  /**
   * Like {@link first}, resolving with true; resolves with false after {@link ANSWER_MS} without an
   * answer.
   */
  readonly answered: Promise<boolean>
  close(): void
}

/** Another node serves from the same database. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked'
}

/** Milliseconds for which a start waits for a lock that another node is releasing. */
const HANDOVER_MS = 1_500

/** Milliseconds after which a start no longer waits for an unresponsive database. */
const ANSWER_MS = 2_500

/**
 * Milliseconds for the check whether another node has acquired the lock; a database that does not
 * answer within them is unreachable.
 */
const CHECK_MS = 500

/**
 * Milliseconds from acquiring the lock to counting. A node whose session ended, or was lost in a
 * failover, notices it within 900 ms, and admits no request until it knows who has the lock.
 */
const SETTLE_MS = 1_000

/**
 * Half of the lock's name; the other half is the schema, so that installations may share a
 * database.
 */
const LOCK = 1_648_121_187

/**
 * Acquires the exclusive right to serve from a database: this node counts quotas in its own memory,
 * so two nodes would each admit the whole quota. The lock belongs to a session, so it ends with
 * this process in any case. Waits for a database that is not reachable yet, and does not own it
 * until then.
 *
 * When its session ends, this node stops counting until it has queried the database: the lock may
 * be lost, by an operator or a failover, and another node may have it. A node that acquires the
 * lock waits until the previous one must have noticed. While the database is unreachable the node
 * continues for its grace period: the server keeps the lock of a vanished connection for longer. A
 * node that cannot reach a new primary which another node reaches counts beside it for as long; a
 * grace period of 0 rules that out.
 */
export function lockDatabase(options: DatabaseLockOptions): DatabaseLock {
  return new AdvisoryLock(options)
}

class AdvisoryLock implements DatabaseLock {
  readonly #options: DatabaseLockOptions
  readonly #session: Session
  readonly #first = Promise.withResolvers<void>()
  readonly #answered = Promise.withResolvers<boolean>()
  readonly #timers: (() => void)[]
  #reason: unknown
  #owns = false
  /** Whether another node acquired the lock after this one had it. */
  #isLost = false
  /** Whether a start waits for a lock that another node may be releasing. */
  #awaitsHandover = false
  #check: PromiseWithResolvers<void> | undefined
  #cancelCheck = () => {}
  #cancelGrace = () => {}

  constructor(options: DatabaseLockOptions) {
    const { url, clock } = options
    this.#options = options
    this.#timers = [clock.after(ANSWER_MS, () => this.#answered.resolve(false))]
    this.#first.promise.then(() => this.#answered.resolve(true), this.#answered.reject)
    this.#session = maintainSession({
      url,
      clock,
      name: 'backline owner',
      begin: (query) => this.#acquire(query),
      onUp: () => this.#noteAcquired(),
      onEnd: () => this.#startCheck(),
      onFailed: () => this.#continueUnreached(),
      onDown: (failure) => this.#noteDown(failure),
    })
  }

  get owns(): boolean {
    return this.#owns
  }

  get checking(): Promise<void> | undefined {
    return this.#check?.promise
  }

  get first(): Promise<void> {
    return this.#first.promise
  }

  get reason(): unknown {
    return this.#reason
  }

  get answered(): Promise<boolean> {
    return this.#answered.promise
  }

  close(): void {
    for (const cancel of this.#timers) cancel()
    this.#cancelGrace()
    this.#endCheck()
    this.#session.close()
  }

  async #acquire(query: Query): Promise<void> {
    const { clock, graceMs } = this.#options
    // The database is reachable, so its reply tells who has the lock.
    this.#cancelCheck()
    try {
      for (const statement of keepAlive(graceMs)) await query(statement)
      const [row] = await query(
        `select pg_try_advisory_lock(${LOCK}, hashtext(current_schema())) as held`,
      )
      if (row?.['held'] !== true) throw new DatabaseLocked(LOCKED_MESSAGE)
      if (!this.#owns) {
        await wait(clock, SETTLE_MS)
        await query('select 1')
      }
    } catch (error) {
      this.#reason = error
      if (error instanceof DatabaseLocked) this.#noteLockedElsewhere()
      throw error
    }
  }

  #noteAcquired(): void {
    this.#owns = true
    this.#cancelGrace()
    this.#endCheck()
    this.#reason = undefined
    this.#first.resolve()
    if (this.#isLost) this.#options.onChange(true)
    this.#isLost = false
  }

  /** Another node has the lock; it may be releasing it. */
  #noteLockedElsewhere(): void {
    const { clock, onChange } = this.#options
    this.#cancelGrace()
    if (this.#owns) {
      this.#owns = false
      this.#isLost = true
      onChange(false)
    }
    this.#endCheck()
    if (this.#isLost || this.#awaitsHandover) return
    this.#awaitsHandover = true
    this.#timers.push(
      clock.after(HANDOVER_MS, () => {
        this.#awaitsHandover = false
        if (this.#reason instanceof DatabaseLocked) this.#first.reject(this.#reason)
      }),
    )
  }

  #noteDown(failure: PostgresFailure): void {
    if (this.#reason instanceof DatabaseLocked) return
    this.#reason = explainFailure(this.#options.url, failure)
    this.#answered.resolve(false)
  }

  #startCheck(): void {
    if (!this.#owns) return
    this.#check ??= Promise.withResolvers<void>()
    this.#cancelCheck()
    this.#cancelCheck = this.#options.clock.after(CHECK_MS, () => this.#continueUnreached())
  }

  /**
   * The database is unreachable: no other node can acquire the lock for as long as the server keeps
   * it.
   */
  #continueUnreached(): void {
    const { clock, graceMs } = this.#options
    if (this.#check === undefined) return
    this.#cancelGrace()
    if (graceMs === 0) this.#owns = false
    else this.#cancelGrace = clock.after(graceMs, () => (this.#owns = false))
    this.#endCheck()
  }

  #endCheck(): void {
    this.#cancelCheck()
    this.#check?.resolve()
    this.#check = undefined
  }
}

const LOCKED_MESSAGE =
  'Another "backline serve" already serves from this database (BACKLINE_DATABASE_URL) and counts quotas in its own ' +
  'memory. To run several nodes, set BACKLINE_VALKEY_URL on all of them; otherwise stop the other one.'

/** Returns statements that bound how long the server waits for a vanished connection. */
function keepAlive(graceMs: number): readonly string[] {
  const seconds = Math.ceil(graceMs / 1_000) + 5
  return [
    `set tcp_keepalives_idle = ${seconds}`,
    'set tcp_keepalives_interval = 5',
    'set tcp_keepalives_count = 2',
    `set tcp_user_timeout = ${(seconds + 10) * 1_000}`,
  ]
}
