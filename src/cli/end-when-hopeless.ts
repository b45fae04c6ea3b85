import process from 'node:process'
import { endProcess } from '../compose/end-process.ts'
import type { Log } from '../compose/open-log.ts'
import { explain } from './explain.ts'

/**
 * Ends the process, with 1, when a store that it waited for has come and cannot be used as it is set up: in the log too,
 * where people look who find it started anew again and again.
 */
export function endWhenHopeless(hopeless: Promise<unknown>, log: Log): void {
  void hopeless.then((error) => {
    log.observe({ type: 'fault', where: 'start', error })
    process.stderr.write(`${explain(error)}\n`)
    return endProcess(log, 1)
  })
}
