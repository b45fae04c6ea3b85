import type { Clock } from '../../platform/time/clock.ts'
import type { DayUsage } from '../day-usage.ts'
import type { ObserveQuotas } from '../observations.ts'
import type { QuotaDecision, QuotaLimits, QuotaState, QuotaStore } from '../quota.ts'
import type { InstancePlace, InstancesFull } from '../instance-shares.ts'
import { StoreUnavailable } from '../../platform/sql/store-guard.ts'
import type { Availability } from '../../platform/sql/watch-availability.ts'
import type { Router } from '../../platform/valkey/cluster-router.ts'
import type { Attempt } from '../../platform/valkey/reconnecting-client.ts'
import type { ActiveLeases } from './active-leases.ts'
import { createHighWaterMarkStore, type HighWaterMarkStore } from './high-water-marks.ts'
import type { PushCounts } from './push-counts.ts'
import { createBatchQueue, type AdmissionRequest, type BatchQueue } from './batch-queue.ts'
import type { Admitted, BatchPart, HighWaterMarks } from './quota-batch.ts'
import type { QuotaCalls } from './quota-calls.ts'
import { stateOf, type QuotaSnapshots } from './quota-snapshots.ts'
import { createReleaseQueue, type ReleaseQueue } from './release-queue.ts'
import type { StoreGeneration } from './store-generation.ts'

/** Options of {@link ValkeyQuotaStore}. */
export interface ValkeyQuotaStoreOptions {
  readonly clock: Clock
  readonly observe: ObserveQuotas
  /** Durable store of day counts, if any. */
  readonly usage: DayUsage | undefined
  /** The connected server. The store closes these three. */
  readonly router: Pick<Router, 'close'>
  readonly availability: Pick<Availability, 'close'>
  readonly generation: StoreGeneration
  readonly calls: QuotaCalls
  /** Returns the deadline of one decision, with its repetition. */
  readonly newAttempt: () => Attempt
  /** Timeout of one reply. Milliseconds. */
  readonly answerMs: number
  /** Lifetime of a lease that is never released. Milliseconds. */
  readonly leaseMs: number
  /** What this node knows of its developers. */
  readonly snapshots: QuotaSnapshots
  readonly leases: ActiveLeases
  readonly pushCounts: PushCounts
}

/** Minimum remaining time for an attempt to be worthwhile. */
const TOO_LATE_MS = 10

/** How long closing waits for pending releases and writes. */
const CLOSE_WAIT_MS = 1_000

/**
 * The quota store of one node; opened by `openValkeyQuotaStore`. It repeats a rejection that still
 * holds certainly from its snapshots, and asks the server for every other decision.
 */
export class ValkeyQuotaStore implements QuotaStore {
  readonly #options: ValkeyQuotaStoreOptions
  readonly #releases: ReleaseQueue
  readonly #batches: BatchQueue
  readonly #highWaterMarks: HighWaterMarkStore | undefined
  /** Held leases with an unanswered attempt, which may still arrive after the release. */
  readonly #outcomeUnknownLeases = new Set<string>()
  /**
   * By developer: the one attempt that checks whether a stale rejection still holds. Others wait
   * for it.
   */
  readonly #refreshes = new Map<string, Promise<QuotaDecision>>()
  #closing: Promise<void> | undefined

  constructor(options: ValkeyQuotaStoreOptions) {
    const { clock, observe, usage, calls, newAttempt, leaseMs, snapshots } = options
    this.#options = options
    this.#batches = createBatchQueue({
      ...options,
      generation: () => options.generation.current ?? '',
      highWaterMarksOf: (developerId) => this.#highWaterMarksOf(developerId),
      beforeSend: () => this.#releases.sendAll(),
      onDecided: (...decided) => this.#noteDecisions(...decided),
    })
    this.#releases = createReleaseQueue({
      clock,
      leaseMs,
      schedule: () => this.#batches.schedule(),
      remove: (developerId, leaseIds) => this.#batches.remove(developerId, leaseIds),
      cancel: (developerId, leaseIds) => calls.cancel(developerId, leaseIds, newAttempt()),
    })
    this.#highWaterMarks =
      usage &&
      createHighWaterMarkStore({
        clock,
        usage,
        onRead: snapshots.raiseDay,
        onFailed: (error) => observe({ type: 'fault', where: 'quota.usage', error }),
      })
  }

  /** Decides on an attempt, without the server where that would certainly reject. */
  async take(developerId: string, limits: QuotaLimits, leaseId: string): Promise<QuotaDecision> {
    const { clock, leases, newAttempt } = this.#options
    const request = { developerId, limits, leaseId }
    const attempt = newAttempt()
    // A repeated attempt for a held lease is admitted even when the limits are reached.
    if (leases.has(developerId, leaseId)) return this.#admit(request, attempt)
    let decision = this.#decideLocally(request)
    if (decision === 'stale') {
      const refreshing = this.#refreshes.get(developerId)
      if (refreshing === undefined) return this.#refresh(request, attempt)
      await refreshing
      decision = this.#decideLocally(request)
    }
    if (typeof decision === 'object') return decision
    if (attempt.untilMs - clock.monotonicMs() < TOO_LATE_MS)
      throw new StoreUnavailable('The quota store did not answer in time.')
    return this.#admit(request, attempt)
  }

  /** Frees the slot of a lease, on the server within one iteration of the event loop. */
  release(developerId: string, leaseId: string): void {
    this.#options.leases.delete(developerId, leaseId)
    const outcomeUnknown = this.#outcomeUnknownLeases.delete(leaseId)
    this.#releases.add(developerId, leaseId, { outcomeUnknown })
  }

  /** Reads the developer's state from the server. */
  async read(developerId: string, limits: QuotaLimits): Promise<QuotaState> {
    const { calls, newAttempt } = this.#options
    const attempt = newAttempt()
    const counted = await this.#withRetry(attempt, () => {
      this.#batches.flush()
      return calls.read(developerId, this.#highWaterMarksOf(developerId), attempt)
    })
    return stateOf(counted, limits)
  }

  /** Registers or renews an instance on the server's clock. */
  registerInstance(developerId: string, instance: string): Promise<InstancePlace | InstancesFull> {
    const { calls, newAttempt } = this.#options
    const attempt = newAttempt()
    return this.#withRetry(attempt, () => calls.registerInstance(developerId, instance, attempt))
  }

  /** Sends what is pending, for about a second at most, and closes the connections. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    const { availability, generation, router } = this.#options
    availability.close()
    await Promise.all([
      this.#releases.close(CLOSE_WAIT_MS),
      this.#highWaterMarks?.close(CLOSE_WAIT_MS),
    ])
    await generation.close(CLOSE_WAIT_MS)
    router.close()
  }

  #decideLocally({ developerId, limits }: AdmissionRequest): QuotaDecision | 'stale' | 'unknown' {
    const now = { ms: this.#options.clock.monotonicMs(), own: this.#ownLeases(developerId) }
    return this.#options.snapshots.decide(developerId, limits, now)
  }

  /**
   * Makes one attempt whose snapshot serves all waiting callers; its admission serves only its own.
   */
  #refresh(request: AdmissionRequest, attempt: Attempt): Promise<QuotaDecision> {
    const { developerId } = request
    const refreshing = this.#admit(request, attempt)
    this.#refreshes.set(developerId, refreshing)
    return refreshing.finally(() => this.#refreshes.delete(developerId))
  }

  /** Lets the server decide. Cancels the lease when it may have admitted without a reply. */
  async #admit(request: AdmissionRequest, attempt: Attempt): Promise<QuotaDecision> {
    const { developerId, leaseId } = request
    try {
      return await this.#withRetry(attempt, () => this.#admitOnce(request, attempt))
    } catch (error) {
      if (attempt.outcomeUnknown) {
        this.#options.observe({ type: 'quota.outcome_unknown' })
        this.#releases.add(developerId, leaseId, { outcomeUnknown: true })
      }
      throw error
    }
  }

  /**
   * Asks the server in a generation that this node has pushed its counts into, regardless of how
   * often the store loses its data.
   */
  async #admitOnce(request: AdmissionRequest, attempt: Attempt): Promise<QuotaDecision> {
    const { generation } = this.#options
    for (;;) {
      const current = generation.current
      if (current === undefined) {
        await generation.whenOpen(attempt.untilMs)
        continue
      }
      const admitted = await this.#batches.admit(request, current, attempt)
      if (admitted !== undefined) {
        return { violated: admitted.violated, state: stateOf(admitted, request.limits) }
      }
      generation.noteLost(current)
    }
  }

  /**
   * Records decisions on a developer's attempts, and the last of their states as the snapshot.
   * Restores leases that the server has lost.
   */
  #noteDecisions(
    { developerId, attempts }: Pick<BatchPart, 'developerId' | 'attempts'>,
    decisions: readonly Admitted[],
    requestedMs: number,
  ): void {
    const { clock, observe, leases, leaseMs, snapshots, pushCounts } = this.#options
    for (const [at, { leaseId, isRepeated }] of attempts.entries()) {
      const decision = decisions[at]
      if (decision === undefined || decision.violated.length > 0) continue
      leases.add(developerId, leaseId, requestedMs + leaseMs)
      if (isRepeated) this.#outcomeUnknownLeases.add(leaseId)
    }
    const last = decisions.at(-1)
    if (last === undefined) return
    if (decisions.some(({ violated }) => violated.length === 0)) {
      this.#highWaterMarks?.note(developerId, last.day)
    }
    const repliedMs = clock.monotonicMs()
    snapshots.note(developerId, last, { requestedMs, repliedMs, own: this.#ownLeases(developerId) })
    if (!last.raised) return
    observe({ type: 'quota.counts_raised' })
    pushCounts.restore(developerId).catch(() => {})
  }

  #highWaterMarksOf(developerId: string): HighWaterMarks {
    const { minute, day } = this.#options.snapshots.highWaterMarksOf(developerId)
    return { minute, day, own: this.#ownLeases(developerId) }
  }

  #ownLeases(developerId: string): number {
    const { clock, leases } = this.#options
    return leases.count(developerId, clock.monotonicMs())
  }

  /**
   * Runs a call, and repeats it once when it fails and time is left: there is a new connection by
   * then.
   */
  async #withRetry<Result>({ untilMs }: Attempt, call: () => Promise<Result>): Promise<Result> {
    try {
      return await call()
    } catch (error) {
      if (untilMs - this.#options.clock.monotonicMs() < TOO_LATE_MS) throw error
      return call()
    }
  }
}
