import { constants, setPriority } from 'node:os'

/**
 * Lets other processes go first where there are fewer processors than work: a server beside a long command. Once this
 * is called, it lasts as long as the process. A system that does not allow it is left as it is.
 */
export function standBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Nothing depends on it.
  }
}
