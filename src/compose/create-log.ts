import { destination } from 'pino'
import { createLog as createLogOn, type Log } from '../observe/create-log.ts'

export type { Log }

/** The log of a serving process, on standard output. */
export function createLog(): Log {
  return createLogOn(destination({ fd: 1, sync: false }))
}
