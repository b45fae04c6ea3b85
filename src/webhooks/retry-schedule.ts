import { shareOf } from '../platform/time/aligned-interval.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../platform/time/time-units.ts'
import type { AttemptOutcome } from './outbox.ts'

/** First delay between two attempts, in milliseconds. */
const FIRST_MS = 5 * SECOND_MS

/** Longest delay between two attempts, in milliseconds. */
export const LONGEST_MS = 4 * HOUR_MS

/** Milliseconds of failures in a row after which a webhook is paused. */
export const GIVE_UP_MS = DAY_MS

/**
 * Failed attempts before a pause: 24 hours that pass at once, while no process runs or when a clock
 * is set, prove nothing.
 */
const GIVE_UP_ATTEMPTS = 10

/** Longest `Retry-After` that is followed, in milliseconds. */
export const RETRY_AFTER_MAX_MS = HOUR_MS

/** A failed attempt. */
export interface FailedAttempt {
  readonly webhookId: string
  readonly status: number | undefined
  /** Failed attempts in a row, with this one; from 1. */
  readonly failures: number
  /** Unix milliseconds of the first of them. */
  readonly failingSinceMs: number
  readonly nowMs: number
  /** What the receiver asked for in `Retry-After`. */
  readonly retryAfterMs: number | undefined
}

/**
 * Decides what follows a failed attempt: a retry after 5 s, doubled each time up to 4 h, of which
 * jitter takes up to half; a pause after 24 h of failures, or at once when the receiver is gone.
 */
export function afterFailure({
  webhookId,
  status,
  failures,
  failingSinceMs,
  nowMs,
  retryAfterMs = 0,
}: FailedAttempt): AttemptOutcome {
  if (status === 410) return { result: 'paused', note: 'gone' }
  const endsMs = failingSinceMs + GIVE_UP_MS
  const hasTried = failures >= GIVE_UP_ATTEMPTS
  if (nowMs >= endsMs && hasTried) return { result: 'paused', note: 'failing' }
  const ceilingMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  const delayMs = ceilingMs * (0.5 + shareOf(`${webhookId} ${failures}`) / 2)
  const askedMs = Math.min(RETRY_AFTER_MAX_MS, retryAfterMs)
  const nextMs = Math.ceil(nowMs + Math.max(delayMs, askedMs))
  // The last attempt is at the end of the 24 hours.
  return { result: 'retry', atMs: nowMs < endsMs ? Math.min(endsMs, nextMs) : nextMs }
}
