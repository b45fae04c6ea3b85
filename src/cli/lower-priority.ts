import { setPriority } from 'node:os'

/** Niceness: about a third of the CPU time of a process with niceness 0, under contention. */
const NICENESS = 5

/**
 * Lowers the priority of this process for its lifetime, so that a long command does not slow down a
 * server on the same machine. Does nothing where the system does not permit it.
 */
export function lowerPriority(): void {
  try {
    setPriority(NICENESS)
  } catch {
    // The priority is optional.
  }
}
