import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'

/** As Node names the threads that collect garbage and compile beside those that run the program. */
const HELPER = 'node-V8Worker'

/**
 * Lets the engine's threads for garbage and compiling go behind the ones that serve when there are too few processors for all, where
 * threads have priorities (Linux; docs/adr/0031).
 */
export function letHelpersStandBack(): void {
  if (!existsSync(TASKS)) return
  const behind = Math.max(getPriority(), 10)
  for (const task of readdirSync(TASKS)) {
    try {
      const name = readFileSync(`${TASKS}/${task}/comm`, 'utf8')
      if (name.startsWith(HELPER)) setPriority(Number(task), behind)
    } catch {
      // It has ended meanwhile, or the system does not let us.
    }
  }
}
