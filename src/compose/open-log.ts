import process from 'node:process'
import { destination } from 'pino'
import type { LogConfig } from '../config/log-settings.ts'
import type { Observe } from '../domain/observation.ts'
import { createLog } from '../observe/create-log.ts'
import { gatherLines } from '../observe/gather-lines.ts'
import { systemClock } from './system-clock.ts'

/** The log of a process: takes observations, and can be ended before the process is. */
export interface Log {
  readonly observe: Observe
  /** Takes whole lines that another log has made. */
  relay(lines: string): void
  /** Writes what is still waiting, as far as somebody reads it, and takes nothing more; resolves within half a second in any case. Idempotent. */
  end(): Promise<void>
}

/** Milliseconds that the last lines get. */
const END_MS = 500

/** Characters that wait for a reader. What comes when there are more is lost, and memory is not. */
const WAITING_MAX = 16 * 1_024 * 1_024

/**
 * The log of a serving process, on standard output; `auto` is for people when that is a terminal. When nobody reads that any more, lines are lost and nothing else:
 * a server does not end, nor refuse to end, for want of a reader of its log. In a worker, each line has its number.
 */
export function openLog({ form: wanted, requests }: LogConfig, worker?: number): Log {
  const form = wanted === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : wanted
  const output = destination({ fd: 1, sync: false, maxLength: WAITING_MAX })
  let ending = false
  // What comes behind the last line is lost. The output would throw, and a fault in saying a fault is said for ever.
  const lines = gatherLines({ write: (text) => void (ending || output.write(text)) }, systemClock)
  const over = Promise.withResolvers<void>()
  // Pino calls this when the process exits, and it tries for ever on a full disk or a pipe that nobody reads.
  output.flushSync = () => {}
  output.on('error', () => over.resolve())
  output.on('close', () => over.resolve())
  return {
    observe: createLog(lines, systemClock, { form, worker, requests }),
    relay: lines.write,
    end: () => {
      if (!ending) {
        systemClock.after(END_MS, over.resolve)
        lines.flush()
        ending = true
        output.end()
      }
      return over.promise
    },
  }
}
