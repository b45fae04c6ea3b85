import { BacklineError } from './backline-error.ts'

/** The pause before the first retry where the server names none; it doubles each time. */
const FIRST_PAUSE_MS = 500

/**
 * Milliseconds to wait before a failed request is sent once more, or `undefined` when it is not.
 * Every request only reads, so all may be sent twice. A 429 was not charged and says when to come
 * back: it is no retry that counts. Maintenance takes longer than anybody waits.
 */
export function retryPauseMs(error: unknown, retried: number, retriesMax: number) {
  if (!(error instanceof BacklineError) || error.code === 'maintenance') return undefined
  const mayRetry = error.retryable && (error.status === 429 || retried < retriesMax)
  return mayRetry ? (error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** retried) : undefined
}
