/** The only source of time: everything else is given one, so that tests step it. */
export interface Clock {
  /** Wall time in Unix milliseconds. It may step, forwards and backwards. */
  nowMs(): number
  /** Milliseconds since some moment, with a fraction; never steps back. For durations and deadlines. */
  monotonicMs(): number
  /** Calls `callback` once after `delayMs` milliseconds of monotonic time. Returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void
}
