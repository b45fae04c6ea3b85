import { BacklineError } from './backline-error.ts'

/** The longest pause before the first retry in milliseconds; it doubles with each one. */
const PAUSE_MS = 1_000

/** The longest pause. */
const PAUSE_MS_MAX = 30_000

/** Retries that the budget holds at most, and the part of one that each request earns. */
const BUDGET_MAX = 10
const EARNED = 0.2

/** Options of {@link RetryPolicy}. */
export interface RetryOptions {
  readonly retriesMax: number
  /** Returns a random number from 0 to 1. */
  readonly jitter: () => number
}

/**
 * Decides when a failed request is sent again. Requests only read, so all of them can be repeated.
 * A budget bounds the retries of the whole client: a long failure costs each call one attempt.
 */
export class RetryPolicy {
  readonly #options: RetryOptions
  #budget = BUDGET_MAX

  constructor(options: RetryOptions) {
    this.#options = options
  }

  /** Earns a part of a retry. Called once for each request. */
  earn(): void {
    this.#budget = Math.min(BUDGET_MAX, this.#budget + EARNED)
  }

  /**
   * Returns milliseconds until the request is sent again, or `undefined` if it is not. The pause is
   * random between 0 and a bound that doubles, and starts after `Retry-After`. A 429 was not
   * charged and states when to return: it counts as no retry. Maintenance outlasts every deadline.
   */
  pauseMs(error: unknown, retried: number): number | undefined {
    const { retriesMax, jitter } = this.#options
    if (!(error instanceof BacklineError) || !error.retryable) return undefined
    if (error.code === 'maintenance') return undefined
    if (error.status !== 429) {
      if (retried >= retriesMax || this.#budget < 1) return undefined
      this.#budget -= 1
    }
    return (error.retryAfterMs ?? 0) + jitter() * boundMs(retried)
  }
}

/** Returns the longest pause after so many retries, in milliseconds. */
export function boundMs(retried: number): number {
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** retried)
}
