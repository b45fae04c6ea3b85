/** The time of the client: never wall time, which can be set. Tests pass one that they step. */
export interface Clock {
  /** Returns milliseconds since any moment; never less than before. */
  readonly nowMs: () => number
  /** Calls back once, `delayMs` from now. Returns the function that cancels this. */
  readonly after: (delayMs: number, callback: () => void) => () => void
}
