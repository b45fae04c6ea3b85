/**
 * Time as the client sees it: never wall time, which can be set. Tests put a clock that they step
 * in its place.
 */
export interface Clock {
  /** Milliseconds since any moment; never goes back. */
  readonly nowMs: () => number
  /** Calls back once, `delayMs` from now. Returns what cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void
}
