/** How a process is, measured by itself, and what it can do about it. */
export interface ProcessSensors {
  /** How late the event loop was, in milliseconds: the median since this was last asked. */
  eventLoopDelayMs(): number
  /** Which part of the heap that the engine may have is in use, from 0 to 1; at 1 the process dies. */
  heapShare(): number
  /** Bytes of memory that the operating system has given to the process. */
  residentBytes(): number
  /** Frees what nobody uses any more. The process stands still meanwhile: a tenth of a second, or a second for gigabytes. */
  freeMemory(): void
  /** Stops measuring. */
  close(): void
}
