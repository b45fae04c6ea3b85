import type { Clock } from '../time/clock.ts'
import { unavailable } from '../http/errors/service-error.ts'
import { settlesWithin } from './settles-within.ts'
import { wait } from './wait.ts'

/** The exclusive right to write. The `epoch` is a fencing token: only the highest one may write. */
export interface Lease {
  readonly epoch: number
}

/** A lease as the store grants it. */
export interface LeaseGrant extends Lease {
  /**
   * The store's time of the grant in Unix milliseconds; absent when the store has no clock of its
   * own (SQLite).
   */
  readonly storeMs?: number
}

/** Grants a lease to one process at a time. */
export interface LeaseStore {
  /**
   * Acquires or renews the lease for `forMs` milliseconds of the store's clock. Returns `undefined`
   * while another holder has it.
   */
  acquireLease(holder: string, forMs: number, held?: Lease): Promise<LeaseGrant | undefined>
  /** Releases the lease, so that another node can acquire it at once. */
  releaseLease(lease: Lease): Promise<void>
}

/** The work done while the lease is held. */
export interface Session {
  /** Stops the work at once. Resolves when all of it has ended. */
  end(): Promise<void>
}

/** Options for maintaining a lease. */
export interface LeaseOptions {
  readonly store: LeaseStore
  readonly clock: Clock
  /** The store in error messages: "The history store". */
  readonly storeName: string
  /** Called when this process acquires the lease, or no longer certainly has it. */
  readonly onHeld: (isHeld: boolean) => void
  /** Called with the first of several consecutive failures of the store. */
  readonly onFailure: (error: unknown) => void
  /**
   * Duration of the lease in milliseconds. After a process dies, its work resumes within this time
   * plus one attempt.
   */
  readonly leaseMs: number
  /**
   * Called with the store's time (Unix ms) of each grant, if the store has a clock, and the
   * monotonic time at which the lease was requested.
   */
  onStoreTime(storeMs: number | undefined, askedMs: number): void
  /** Identifies this process; unique per process. */
  readonly holder: string
  /**
   * Starts a session. It calls `lost` when another process has the lease. `outageSinceMs` is the
   * last answer of the store (Unix ms) before the outage that just ended; `undefined` if there was
   * none.
   */
  startSession(lease: Lease, lost: () => void, outageSinceMs: number | undefined): Session
}

/** A lease that is renewed, and retried while another process holds it. */
export interface MaintainedLease {
  /**
   * Whether this process certainly has the lease. Unknown, hence false, during a long outage of the
   * store.
   */
  readonly isHeld: boolean
  /** Ends the session and releases the lease. Idempotent. */
  close(): Promise<void>
}

/** Renewals, or attempts to acquire, per duration of a lease. */
const TRIES = 3

/** Milliseconds that shutdown waits for pending writes and for the release of the lease. */
const RELEASE_MS = 1_500

/** Milliseconds that shutdown waits for a pending request if no lease is held. */
const PENDING_MS = 250

/** One request for the lease. */
interface Attempt {
  readonly startedMs: number
  readonly done: Promise<void>
}

/** An outage of the store: its last answer before (Unix ms), and the last failure (monotonic). */
interface Outage {
  readonly sinceMs: number
  readonly lastMs: number
}

/**
 * Maintains the lease. A session ends when another process has the lease. It continues through an
 * outage of the store, even beyond its duration: every write proves the lease, so results read
 * meanwhile are written later under the same lease, or refused. At most one request is pending, so
 * answers cannot arrive out of order.
 */
export function maintainLease(options: LeaseOptions): MaintainedLease {
  return new RenewedLease(options)
}

class RenewedLease implements MaintainedLease {
  readonly #options: LeaseOptions
  /** Milliseconds between two attempts, and for the answer to one. */
  readonly #tryMs: number
  readonly #closed = new AbortController()
  #held: Lease | undefined
  #session: Session | undefined
  /** Resolves when all sessions that were lost have ended. */
  #ending = Promise.resolve()
  #expiresMs = 0
  #isCertain = false
  #attempt: Attempt | undefined
  #answeredMs: number
  #outage: Outage | undefined
  readonly #renewing: Promise<void>
  #closing: Promise<void> | undefined

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#tryMs = options.leaseMs / TRIES
    this.#answeredMs = options.clock.nowMs()
    this.#renewing = this.#renew()
  }

  get isHeld(): boolean {
    return this.#isCertain
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    const { store, clock } = this.#options
    this.#closed.abort()
    const lease = this.#held
    const release = async () => {
      await this.#endSession()
      await this.#renewing
      if (lease !== undefined) await store.releaseLease(lease)
    }
    // An unavailable store releases the lease itself when it expires.
    const withinMs = lease === undefined ? PENDING_MS : RELEASE_MS
    await settlesWithin(clock, withinMs, release()).catch(() => {})
  }

  async #renew(): Promise<void> {
    const { clock, storeName, onFailure } = this.#options
    const { signal } = this.#closed
    let isUnavailable = false
    for (;;) {
      let isAnswered = true
      let error: unknown
      try {
        isAnswered = await this.#tryOnce()
        if (!isAnswered) error = unavailable(new Error(`${storeName} does not answer.`))
      } catch (thrown) {
        error = thrown
      }
      if (error !== undefined) {
        if (!isUnavailable && !signal.aborted) onFailure(error)
        const sinceMs = this.#outage?.sinceMs ?? this.#answeredMs
        this.#outage = { sinceMs, lastMs: clock.monotonicMs() }
      }
      isUnavailable = error !== undefined
      // The lease expires before the next attempt.
      if (clock.monotonicMs() + this.#tryMs >= this.#expiresMs) this.#noteHeld(false)
      if (signal.aborted) return
      if (isAnswered && !(await wait(clock, this.#tryMs, signal))) return
    }
  }

  /** Resolves with whether the store answered within the time of one attempt. */
  async #tryOnce(): Promise<boolean> {
    const { clock, leaseMs } = this.#options
    const attempt = (this.#attempt ??= this.#startAttempt())
    const finish = () => {
      if (this.#attempt === attempt) this.#attempt = undefined
    }
    const nowMs = clock.monotonicMs()
    try {
      if (await settlesWithin(clock, this.#tryMs, attempt.done)) {
        finish()
        if (this.#outage !== undefined && nowMs - this.#outage.lastMs > leaseMs)
          this.#outage = undefined
        return true
      }
    } catch (error) {
      finish()
      throw error
    }
    // Abandon a request that outlives its lease; ignore its answer.
    if (clock.monotonicMs() - attempt.startedMs >= leaseMs) {
      attempt.done.catch(() => {})
      finish()
    }
    return false
  }

  #startAttempt(): Attempt {
    const startedMs = this.#options.clock.monotonicMs()
    return { startedMs, done: Promise.resolve().then(() => this.#acquire(startedMs)) }
  }

  async #acquire(startedMs: number): Promise<void> {
    const { store, clock, holder, leaseMs } = this.#options
    const lease = await store.acquireLease(holder, leaseMs, this.#held)
    const isAbandoned = this.#attempt?.startedMs !== startedMs
    if (isAbandoned) return
    this.#options.onStoreTime(lease?.storeMs, startedMs)
    this.#answeredMs = clock.nowMs()
    if (lease?.epoch !== this.#held?.epoch || this.#session === undefined) await this.#endSession()
    if (lease === undefined) return
    if (this.#closed.signal.aborted) {
      // Too late to start a session. `close` releases a lease that was already held.
      if (this.#held === undefined) await store.releaseLease(lease)
      return
    }
    this.#expiresMs = startedMs + leaseMs
    this.#held = lease
    this.#noteHeld(true)
    this.#session ??= this.#options.startSession(
      lease,
      () => void this.#endSession(),
      this.#outage?.sinceMs,
    )
  }

  /** Resolves when no session runs, so that sessions never overlap. */
  #endSession(): Promise<void> {
    const session = this.#session
    if (session === undefined) return this.#ending
    this.#held = undefined
    this.#session = undefined
    this.#noteHeld(false)
    this.#ending = this.#ending.then(() => session.end())
    return this.#ending
  }

  #noteHeld(isHeld: boolean): void {
    if (this.#isCertain === isHeld) return
    this.#isCertain = isHeld
    this.#options.onHeld(isHeld)
  }
}
