import process from 'node:process'
import { endProcess } from '../platform/workers/end-process.ts'
import type { Log } from '../app/telemetry/open-log.ts'
import { explain } from './output/explain-error.ts'

/**
 * Exits with status 1 when a store that the process waited for is misconfigured. Logs the error as
 * well, for operators who find the process restarting again and again.
 */
export function exitOnFatalError(fatalError: Promise<unknown>, log: Log): void {
  void fatalError.then((error) => {
    log.observe({ type: 'fault', where: 'start', error })
    process.stderr.write(`${explain(error)}\n`)
    return endProcess(log, 1)
  })
}
