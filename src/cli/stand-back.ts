import { setPriority } from 'node:os'

/** Niceness: about a third of the time of a process that has none, where there is not enough for both. */
const NICENESS = 5

/**
 * Lets other processes go first where there are fewer processors than work: a server beside a long command. Once this
 * is called, it lasts as long as the process. A system that does not allow it is left as it is.
 */
export function standBack(): void {
  try {
    setPriority(NICENESS)
  } catch {
    // Nothing depends on it.
  }
}
