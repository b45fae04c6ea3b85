import type { Clock } from '../../platform/time/clock.ts'
import type { Attempt } from '../../platform/valkey/reconnecting-client.ts'
import { ServerError } from '../../platform/valkey/valkey-connection.ts'
import { QUOTA_NAMES, type QuotaLimits } from '../quota.ts'
import type { Admitted, BatchAttempt, BatchPart, HighWaterMarks } from './quota-batch.ts'
import type { QuotaCalls } from './quota-calls.ts'

/** A developer's request for one admission. */
export interface AdmissionRequest {
  readonly developerId: string
  readonly limits: QuotaLimits
  readonly leaseId: string
}

/**
 * Queue of what one event-loop iteration asks of the server. At its end, all of it is sent as one
 * command; in a cluster, as one for each developer.
 */
export interface BatchQueue {
  /**
   * Queues an attempt. Resolves to `undefined`, without any effect, when the store's generation is
   * not `generation`; `''` is that of a cluster. An attempt whose deadline is near is sent at once
   * and alone.
   */
  admit(
    request: AdmissionRequest,
    generation: string,
    attempt: Attempt,
  ): Promise<Admitted | undefined>
  /** Queues the removal of leases of one developer. Idempotent. */
  remove(developerId: string, leaseIds: readonly string[]): Promise<void>
  /** Sends the queue at the end of this iteration. */
  schedule(): void
  /** Sends the queue now, so that later commands follow it. */
  flush(): void
}

/** Options of {@link createBatchQueue}. */
export interface BatchQueueOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly calls: Pick<QuotaCalls, 'admit' | 'remove'>
  /** Timeout of one reply. Milliseconds. */
  readonly answerMs: number
  /** Returns the deadline of one command. */
  readonly newAttempt: () => Attempt
  /** Returns the generation in which leases are removed. */
  readonly generation: () => string
  readonly highWaterMarksOf: (developerId: string) => HighWaterMarks
  /** Called before the queue is sent; may still queue removals. */
  readonly beforeSend: () => void
  /** Called with the decisions on a developer's attempts, before their callers. */
  readonly onDecided: (
    part: Pick<BatchPart, 'developerId' | 'attempts'>,
    decisions: readonly Admitted[],
    requestedMs: number,
  ) => void
}

/** Maximum attempts of a command: bounds how long it keeps the server from other nodes. */
const ATTEMPTS_MAX = 64

/** Maximum removed leases of a command, unless it is for one call of `remove`. */
const RELEASES_MAX = 500

/** Creates an empty queue. */
export function createBatchQueue(options: BatchQueueOptions): BatchQueue {
  return new IterationQueue(options)
}

interface QueuedAttempt extends BatchAttempt {
  readonly attempt: Attempt
  readonly done: PromiseWithResolvers<Admitted | undefined>
}

/** What a batch asks for one developer. */
interface QueuedPart {
  readonly developerId: string
  limits: QuotaLimits | undefined
  readonly releases: string[]
  readonly attempts: QueuedAttempt[]
  /** Settled when the releases are done. */
  readonly released: PromiseWithResolvers<void>
}

interface Batch {
  readonly generation: string
  /** In the order in which they are executed. */
  readonly parts: QueuedPart[]
  readonly lastPartOf: Map<string, QueuedPart>
  attemptCount: number
  releaseCount: number
}

const NO_LIMITS: QuotaLimits = { minute: 0, day: 0, concurrency: 0 }

class IterationQueue implements BatchQueue {
  readonly #options: BatchQueueOptions
  /** In the order in which they are sent. */
  #batches: Batch[] = []
  /** By generation, or by developer in a cluster: the batch that is not full. */
  readonly #open = new Map<string, Batch>()
  /** Leases with a queued attempt. */
  readonly #queuedLeases = new Set<string>()
  #isScheduled = false

  constructor(options: BatchQueueOptions) {
    this.#options = options
  }

  admit(
    request: AdmissionRequest,
    generation: string,
    attempt: Attempt,
  ): Promise<Admitted | undefined> {
    const { clock, answerMs } = this.#options
    const isUrgent = attempt.untilMs - clock.monotonicMs() < answerMs
    if (isUrgent) this.flush()
    const { leaseId } = request
    const done = Promise.withResolvers<Admitted | undefined>()
    const { attempts } = this.#partFor(request, generation)
    attempts.push({ leaseId, isRepeated: attempt.outcomeUnknown, attempt, done })
    if (isUrgent) this.#sendAll({ untilMs: attempt.untilMs, outcomeUnknown: false })
    else this.schedule()
    return done.promise
  }

  remove(developerId: string, leaseIds: readonly string[]): Promise<void> {
    this.schedule()
    const generation = this.#options.generation()
    const batch = this.#batchFor(developerId, generation, { releases: leaseIds.length })
    const last = batch.lastPartOf.get(developerId)
    // A part releases before it admits: a lease that was queued for admission is released after it.
    const isAfter = leaseIds.some((leaseId) => this.#queuedLeases.has(leaseId))
    const part = last === undefined || isAfter ? addPart(batch, developerId) : last
    part.releases.push(...leaseIds)
    return part.released.promise
  }

  schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.flush())
  }

  flush(): void {
    this.#isScheduled = true
    this.#options.beforeSend()
    this.#isScheduled = false
    this.#sendAll()
  }

  #sendAll(call?: Attempt): void {
    const batches = this.#batches
    this.#batches = []
    this.#open.clear()
    this.#queuedLeases.clear()
    for (const batch of batches) void this.#send(batch, call ?? this.#options.newAttempt())
  }

  /** Returns the developer's part that may take the attempt after all that was queued before. */
  #partFor({ developerId, limits, leaseId }: AdmissionRequest, generation: string): QueuedPart {
    const batch = this.#batchFor(developerId, generation, { attempts: 1 })
    const last = batch.lastPartOf.get(developerId)
    const fits =
      last !== undefined &&
      (last.limits === undefined || areEqual(last.limits, limits)) &&
      !this.#queuedLeases.has(leaseId)
    this.#queuedLeases.add(leaseId)
    const part = fits ? last : addPart(batch, developerId)
    part.limits = limits
    return part
  }

  #batchFor(
    developerId: string,
    generation: string,
    { attempts = 0, releases = 0 }: { readonly attempts?: number; readonly releases?: number },
  ): Batch {
    const key = generation === '' ? developerId : generation
    let batch = this.#open.get(key)
    const isFull =
      batch !== undefined &&
      (batch.attemptCount + attempts > ATTEMPTS_MAX ||
        (batch.releaseCount > 0 && batch.releaseCount + releases > RELEASES_MAX))
    if (batch === undefined || isFull) {
      batch = { generation, parts: [], lastPartOf: new Map(), attemptCount: 0, releaseCount: 0 }
      this.#open.set(key, batch)
      this.#batches.push(batch)
    }
    batch.attemptCount += attempts
    batch.releaseCount += releases
    return batch
  }

  async #send({ parts, generation }: Batch, call: Attempt): Promise<void> {
    const { clock, calls, highWaterMarksOf } = this.#options
    const [first] = parts
    try {
      if (first !== undefined && parts.length === 1 && first.attempts.length === 0) {
        // The only developer of the batch needs no script.
        await calls.remove(first.developerId, first.releases, call)
        return first.released.resolve()
      }
      const requestedMs = clock.monotonicMs()
      const sent = parts.map(({ developerId, limits = NO_LIMITS, releases, attempts }) => {
        const highWaterMarks = highWaterMarksOf(developerId)
        return { developerId, limits, releases, attempts, highWaterMarks }
      })
      const outcomes = await calls.admit(sent, generation, call)
      for (const [at, part] of parts.entries()) this.#settle(part, outcomes[at], requestedMs)
    } catch (error) {
      for (const { attempts, released } of parts) {
        released.reject(error)
        for (const { attempt, done } of attempts) {
          // Otherwise nothing was done, and what an earlier attempt may have done is as unknown.
          if (call.outcomeUnknown) attempt.outcomeUnknown = true
          done.reject(error)
        }
      }
    }
  }

  #settle(
    { developerId, attempts, released }: QueuedPart,
    outcome: readonly Admitted[] | ServerError | undefined,
    requestedMs: number,
  ): void {
    if (outcome instanceof ServerError) {
      released.reject(outcome)
      for (const { done } of attempts) done.reject(outcome)
      return
    }
    released.resolve()
    if (outcome !== undefined && attempts.length > 0) {
      for (const { attempt } of attempts) attempt.outcomeUnknown = false
      this.#options.onDecided({ developerId, attempts }, outcome, requestedMs)
    }
    for (const [at, { done }] of attempts.entries()) done.resolve(outcome?.[at])
  }
}

function addPart(batch: Batch, developerId: string): QueuedPart {
  const released = Promise.withResolvers<void>()
  // A part may have nothing to release, and then nobody waits for this.
  released.promise.catch(() => {})
  const part: QueuedPart = { developerId, limits: undefined, releases: [], attempts: [], released }
  batch.parts.push(part)
  batch.lastPartOf.set(developerId, part)
  return part
}

function areEqual(one: QuotaLimits, other: QuotaLimits): boolean {
  return QUOTA_NAMES.every((name) => one[name] === other[name])
}
