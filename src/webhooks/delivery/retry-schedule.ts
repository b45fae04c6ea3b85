import { shareOf } from '../../platform/time/aligned-interval.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/time/time-units.ts'
import type { AttemptOutcome } from '../outbox.ts'

/** Delay before the first retry, in milliseconds; it doubles with each failure. */
const RETRY_DELAY_MIN_MS = 5 * SECOND_MS

/** Maximum delay between two attempts, in milliseconds. */
export const RETRY_DELAY_MAX_MS = 4 * HOUR_MS

/** Milliseconds of consecutive failures after which a webhook is paused. */
export const PAUSE_AFTER_MS = DAY_MS

/**
 * Minimum failed attempts before a pause, because 24 hours may pass without attempts while no
 * process runs or when the clock is set.
 */
const PAUSE_AFTER_ATTEMPTS = 10

/** Maximum `Retry-After` that is honored, in milliseconds. */
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
  /** `Retry-After` of the receiver in milliseconds. */
  readonly retryAfterMs: number | undefined
}

/**
 * Decides what follows a failed attempt. A retry follows after 5 s, doubled with each failure up to
 * 4 h, minus a jitter of up to half of it. The webhook is paused after 24 h of failures, or at once
 * when the receiver answers 410.
 */
export function decideRetry({
  webhookId,
  status,
  failures,
  failingSinceMs,
  nowMs,
  retryAfterMs = 0,
}: FailedAttempt): AttemptOutcome {
  if (status === 410) return { result: 'paused', note: 'gone' }
  const endsMs = failingSinceMs + PAUSE_AFTER_MS
  const hasTriedEnough = failures >= PAUSE_AFTER_ATTEMPTS
  if (nowMs >= endsMs && hasTriedEnough) return { result: 'paused', note: 'failing' }
  const ceilingMs = Math.min(RETRY_DELAY_MAX_MS, RETRY_DELAY_MIN_MS * 2 ** (failures - 1))
  const delayMs = ceilingMs * (0.5 + shareOf(`${webhookId} ${failures}`) / 2)
  const requestedMs = Math.min(RETRY_AFTER_MAX_MS, retryAfterMs)
  const nextMs = Math.ceil(nowMs + Math.max(delayMs, requestedMs))
  // The last attempt is at the end of the 24 hours.
  return { result: 'retry', atMs: nowMs < endsMs ? Math.min(endsMs, nextMs) : nextMs }
}
