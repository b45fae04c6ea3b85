import type { Clock } from '../../platform/time/clock.ts'
import { wait } from '../../platform/concurrency/wait.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'

/** Queue of leases to release, until the store confirms. */
export interface ReleaseQueue {
  /**
   * Queues a release. Cancels the lease when the outcome of its attempt is unknown: the attempt may
   * arrive after the release.
   */
  add(developerId: string, leaseId: string, options?: { readonly outcomeUnknown: boolean }): void
  /** Sends the queued releases now, so that later commands follow them. */
  sendAll(): void
  /** Sends the queued releases, for at most `withinMs`. Leases left over expire. */
  close(withinMs: number): Promise<void>
}

/** Options of {@link createReleaseQueue}. Times in milliseconds. */
export interface ReleaseQueueOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /**
   * Lifetime of a lease in the store. Older releases with a known outcome are dropped, which bounds
   * the queue.
   */
  readonly leaseMs: number
  /** Called after a release was queued; calls `sendAll` within one event-loop iteration. */
  readonly schedule: () => void
  /** Removes leases of one developer in one command. Idempotent. */
  readonly remove: (developerId: string, leaseIds: readonly string[]) => Promise<void>
  /** Like `remove`, for leases with an unknown outcome. */
  readonly cancel: (developerId: string, leaseIds: readonly string[]) => Promise<void>
}

/** Queued release, with the time on the monotonic clock until which it is retried. */
interface QueuedRelease {
  readonly leaseId: string
  readonly untilMs: number
  readonly outcomeUnknown: boolean
}

/** Maximum leases per command. */
const CHUNK = 500

/**
 * How long the release of a lease with an unknown outcome is retried: a frozen server executes
 * commands sent before the freeze, however long ago, and the lease starts then. The store guard
 * keeps their number small.
 */
const UNKNOWN_RETRY_MS = HOUR_MS

/** Delay between retries while the store is unavailable. */
const RETRY_MS = 250

/** Creates an empty queue. */
export function createReleaseQueue(options: ReleaseQueueOptions): ReleaseQueue {
  return new RetryingReleaseQueue(options)
}

class RetryingReleaseQueue implements ReleaseQueue {
  readonly #options: ReleaseQueueOptions
  /** By developer id, then lease id. */
  readonly #queued = new Map<string, Map<string, QueuedRelease>>()
  readonly #inFlight = new Set<Promise<void>>()
  #isRetryScheduled = false
  #isClosed = false
  #cancelRetry = () => {}

  constructor(options: ReleaseQueueOptions) {
    this.#options = options
  }

  add(developerId: string, leaseId: string, release = { outcomeUnknown: false }): void {
    const { clock, leaseMs } = this.#options
    // An earlier release with an unknown outcome stays unknown.
    const wasUnknown = this.#queued.get(developerId)?.get(leaseId)?.outcomeUnknown ?? false
    const outcomeUnknown = wasUnknown || release.outcomeUnknown
    const untilMs = clock.monotonicMs() + (outcomeUnknown ? UNKNOWN_RETRY_MS : leaseMs)
    this.#enqueue(developerId, [{ leaseId, untilMs, outcomeUnknown }])
    this.#options.schedule()
  }

  sendAll(): void {
    for (const developerId of this.#queued.keys()) this.#send(developerId)
  }

  #send(developerId: string): void {
    const leases = [...(this.#queued.get(developerId)?.values() ?? [])]
    this.#queued.delete(developerId)
    for (const method of ['remove', 'cancel'] as const) {
      const batch = leases.filter(({ outcomeUnknown }) => outcomeUnknown === (method === 'cancel'))
      for (let from = 0; from < batch.length; from += CHUNK) {
        const sending = this.#sendBatch(method, developerId, batch.slice(from, from + CHUNK))
        this.#inFlight.add(sending)
        void sending.finally(() => this.#inFlight.delete(sending))
      }
    }
  }

  async close(withinMs: number): Promise<void> {
    const { clock } = this.#options
    this.#isClosed = true
    this.#cancelRetry()
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    const cancel = clock.after(withinMs, () => resolve('late'))
    while (this.#queued.size > 0 || this.#inFlight.size > 0) {
      this.sendAll()
      const sent = Promise.allSettled(this.#inFlight)
      if ((await Promise.race([sent, late])) === 'late') break
      // While the store is unavailable each retry fails at once; a short pause makes the next more
      // useful.
      const mustRetry = this.#queued.size > 0
      if (mustRetry && (await Promise.race([wait(clock, 50), late])) === 'late') break
    }
    cancel()
  }

  #enqueue(developerId: string, leases: readonly QueuedRelease[]): void {
    const known = this.#queued.get(developerId) ?? new Map<string, QueuedRelease>()
    for (const lease of leases) known.set(lease.leaseId, lease)
    if (known.size > 0) this.#queued.set(developerId, known)
  }

  async #sendBatch(
    method: 'remove' | 'cancel',
    developerId: string,
    leases: readonly QueuedRelease[],
  ): Promise<void> {
    try {
      await this.#options[method](
        developerId,
        leases.map(({ leaseId }) => leaseId),
      )
    } catch {
      this.#retryLater(developerId, leases)
    }
  }

  /** Queues failed releases again. The store guard reports the error. */
  #retryLater(developerId: string, leases: readonly QueuedRelease[]): void {
    const { clock } = this.#options
    // Expired leases need no release.
    const nowMs = clock.monotonicMs()
    this.#enqueue(
      developerId,
      leases.filter(({ untilMs }) => untilMs > nowMs),
    )
    if (this.#isClosed || this.#isRetryScheduled || this.#queued.size === 0) return
    this.#isRetryScheduled = true
    this.#cancelRetry = clock.after(RETRY_MS, () => {
      this.#isRetryScheduled = false
      this.sendAll()
    })
  }
}
