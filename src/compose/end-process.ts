import process from 'node:process'
import type { Log } from './open-log.ts'

/** What nobody caught is a fault of ours. State may be broken behind it, so it is logged and the process ends. */
export function endOnFault(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.observe({ type: 'fault', where: 'process', error })
    void endProcess(log, 1)
  })
}

/** Ends this process when its log is written. */
export async function endProcess(log: Log, status: number): Promise<void> {
  await log.end()
  process.exit(status)
}
