/** The only source of time, which all other code is given, so that tests can step it. */
export interface Clock {
  /** Wall time in Unix milliseconds. It may step, forwards and backwards. */
  readonly nowMs: () => number
  /**
   * Monotonic milliseconds with a fraction, from an arbitrary origin. For durations and deadlines.
   */
  monotonicMs(): number
  /**
   * Calls `callback` once after `delayMs` milliseconds of monotonic time. Returns the function that
   * cancels it.
   */
  readonly after: (delayMs: number, callback: () => void) => () => void
}
