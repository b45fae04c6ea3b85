import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'

/** Node's names of the threads for garbage collection and compilation. */
const HELPER = 'node-V8Worker'

/**
 * Lowers the priority of V8's helper threads, so that serving threads run first when processors are
 * scarce. Only where threads have priorities (Linux; docs/adr/0031).
 */
export function lowerHelperThreadPriority(): void {
  if (!existsSync(TASKS)) return
  const behind = Math.max(getPriority(), 10)
  for (const task of readdirSync(TASKS)) {
    try {
      const name = readFileSync(`${TASKS}/${task}/comm`, 'utf8')
      if (name.startsWith(HELPER)) setPriority(Number(task), behind)
    } catch {
      // The thread has ended, or the system denies it.
    }
  }
}
