import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { InstancePlace, InstancesFull } from './instance-shares.ts'

/** Limits of one developer, shared by all endpoints, regions and keys. Each is at least 1. */
export interface QuotaLimits {
  /** Admitted requests in one UTC minute. */
  readonly minute: number
  /** Admitted requests in one UTC day. */
  readonly day: number
  /** Concurrent requests. */
  readonly concurrency: number
}

/** Names of the three limits, in the order of every listing. */
export const QUOTA_NAMES = ['minute', 'day', 'concurrency'] as const

/** One of the three limits. */
export type QuotaName = (typeof QUOTA_NAMES)[number]

/** Usage of a developer against the limits at one instant of the store's clock. */
export interface QuotaState {
  readonly limits: QuotaLimits
  /** Usage per limit. Exceeds a limit that was lowered below it. */
  readonly used: QuotaLimits
  /** Milliseconds until the minute's count resets; above 0. */
  readonly minuteEndsInMs: number
  /** Milliseconds until the day's count resets; above 0. */
  readonly dayEndsInMs: number
}

/** Decision on one attempt, with the state it was based on (after the charge when admitted). */
export interface QuotaDecision {
  /** The exceeded limits; empty when the attempt is admitted. */
  readonly violated: readonly QuotaName[]
  readonly state: QuotaState
}

/**
 * Counts requests per developer and decides admission.
 *
 * `take` decides and counts in one atomic step over all three limits. An admission adds one to
 * each, a rejection changes no counter, and the same `leaseId` is never charged twice. An adapter
 * that cannot reach its store throws; it never guesses. Windows are UTC minutes and UTC days of the
 * store's own clock.
 */
export interface QuotaStore {
  take(developerId: string, limits: QuotaLimits, leaseId: string): Awaitable<QuotaDecision>
  /** Releases one concurrency slot. Idempotent; never throws. Charges are not refunded. */
  release(developerId: string, leaseId: string): void
  /** Returns the developer's state. Charges nothing. */
  read(developerId: string, limits: QuotaLimits): Awaitable<QuotaState>
  /**
   * Registers an instance (one process of a developer's program) for `INSTANCE_TTL_MS`, or renews
   * it. `instance` is not empty. Charges nothing.
   */
  registerInstance(developerId: string, instance: string): Awaitable<InstancePlace | InstancesFull>
  /** Writes pending counts and closes the store. Idempotent. */
  close(): Awaitable<void>
}

/**
 * Returns the whole seconds after which a rejected attempt can succeed: the latest end of the
 * exceeded windows. The end of a concurrency slot is unknown, so that limit yields 1, the smallest
 * `Retry-After`.
 */
export function retryAfterS({ violated, state }: QuotaDecision): number {
  const waits = { minute: state.minuteEndsInMs, day: state.dayEndsInMs, concurrency: 1_000 }
  return Math.max(1, ...violated.map((name) => Math.ceil(waits[name] / 1_000)))
}
