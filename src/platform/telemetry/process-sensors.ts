/** Measurements of a process by itself, and its only remedy. */
export interface ProcessSensors {
  /** Returns the median event loop delay since the previous call, in milliseconds. */
  eventLoopDelayMs(): number
  /** Returns the used share of V8's heap limit, from 0 to 1. At 1 the process dies. */
  heapShare(): number
  /**
   * Returns the private memory of the process in bytes. Excludes mapped files, whose pages the
   * system can reclaim.
   */
  ownBytes(): number
  /** Collects garbage. Blocks the process for 0.1 s, or 1 s with gigabytes. */
  freeMemory(): void
  /** Stops measuring. */
  close(): void
}
