import { destination } from 'pino'
import { createLog, type Log } from '../observe/create-log.ts'
import { systemClock } from './system-clock.ts'

export type { Log }

/**
 * The log of a serving process, on standard output. When nobody reads that any more, lines are lost and nothing else:
 * a server does not end, nor refuse to end, for want of a reader of its log.
 */
export function openLog(): Log {
  const output = destination({ fd: 1, sync: false })
  output.on('error', () => {})
  const { observe, flush } = createLog(output, systemClock)
  return {
    observe,
    flush: () => {
      try {
        flush()
      } catch {
        // The reader is gone, and there is nobody left to tell.
      }
    },
  }
}
