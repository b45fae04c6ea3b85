import type { Awaitable } from './awaitable.ts'

/** How much one developer may use, over all endpoints, regions and keys together. Each is at least 1. */
export interface QuotaLimits {
  /** Admitted requests in one UTC minute. */
  readonly minute: number
  /** Admitted requests in one UTC day. */
  readonly day: number
  /** Requests being answered at one time. */
  readonly concurrency: number
}

/** The names of the three limits, in the order in which they are always listed. */
export const QUOTA_NAMES = ['minute', 'day', 'concurrency'] as const

/** One of the three limits. */
export type QuotaName = (typeof QUOTA_NAMES)[number]

/** Where a developer stands against the limits at one moment of the store's clock. */
export interface QuotaState {
  readonly limits: QuotaLimits
  /** How much of each limit is used. It may stand above a limit that was lowered. */
  readonly used: QuotaLimits
  /** Milliseconds until the minute's count starts anew; above 0. */
  readonly minuteEndsInMs: number
  /** Milliseconds until the day's count starts anew; above 0. */
  readonly dayEndsInMs: number
}

/** The answer to one attempt, with the state it was made on (after the charge when admitted). */
export interface QuotaDecision {
  /** The limits that refuse; empty means admitted. */
  readonly violated: readonly QuotaName[]
  readonly state: QuotaState
}

/**
 * Counts what each developer has used.
 *
 * `take` decides and counts in one atomic step over all three limits: admitted means one more of each, a refused
 * attempt leaves every counter as it was, and the same `leaseId` is never charged twice. An adapter that cannot
 * reach its store throws; it never guesses. Windows are UTC minutes and UTC days of the store's own clock.
 */
export interface QuotaStore {
  take(developerId: string, limits: QuotaLimits, leaseId: string): Awaitable<QuotaDecision>
  /** Gives a place of the concurrency limit back. Idempotent, never fails the caller; charges are not returned. */
  release(developerId: string, leaseId: string): void
  /** Where the developer stands. Charges nothing. */
  read(developerId: string, limits: QuotaLimits): Awaitable<QuotaState>
  /** Writes what is pending and lets go of the store. Idempotent. */
  close(): Awaitable<void>
}

/**
 * Whole seconds after which a refused attempt makes sense again: never before the last refusing window ends. Nobody
 * knows when a place of the concurrency limit comes free; a second is the shortest wait the header can say.
 */
export function retryAfterS({ violated, state }: QuotaDecision): number {
  const waits = { minute: state.minuteEndsInMs, day: state.dayEndsInMs, concurrency: 1_000 }
  return Math.max(1, ...violated.map((name) => Math.ceil(waits[name] / 1_000)))
}
