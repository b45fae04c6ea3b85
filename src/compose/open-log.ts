import { destination } from 'pino'
import { createLog, type Log } from '../observe/create-log.ts'

export type { Log }

/** The log of a serving process, on standard output. */
export function openLog(): Log {
  return createLog(destination({ fd: 1, sync: false }))
}
