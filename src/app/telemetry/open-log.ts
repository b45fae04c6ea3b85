import process from 'node:process'
import sonicBoom from 'sonic-boom'
import type { LogConfig } from '../../platform/telemetry/log-config.ts'
import type { Observe } from '../../platform/telemetry/define-observations.ts'
import { OBSERVATIONS, type Observation } from './observations.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { bufferLines } from '../../platform/telemetry/buffered-lines.ts'
import { systemClock } from '../../platform/time/system-clock.ts'

/** The log of a process: records observations, and can end before the process does. */
export interface Log {
  readonly observe: Observe<Observation>
  /** Writes whole lines of another log. */
  relay(lines: string): void
  /**
   * Flushes pending lines as far as the output accepts them, and drops all later ones. Resolves
   * within half a second in any case. Idempotent.
   */
  end(): Promise<void>
}

/** Milliseconds for the last lines. */
const END_MS = 500

/** Characters that may be pending. Lines beyond that are dropped to bound memory. */
const WAITING_MAX = 16 * 1_024 * 1_024

/**
 * Opens the log of a serving process on standard output; `auto` is human-readable on a terminal. If
 * the output is broken or blocked, lines are lost; the process neither exits nor refuses to exit
 * because of it. In a worker, each line has the number of the worker.
 */
export function openLog({ form: wanted, requests }: LogConfig, worker?: number): Log {
  const form = wanted === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : wanted
  const output = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxLength: WAITING_MAX })
  let ended = false
  // Drop lines after the end: writing would throw, and reporting that error would recurse.
  const lines = bufferLines({ write: (text) => void (ended || output.write(text)) }, systemClock)
  const over = Promise.withResolvers<void>()
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    // The reader has left: waiting lines would fill the memory.
    if (code === 'EPIPE') ended = true
    over.resolve()
  })
  output.on('close', () => over.resolve())
  return {
    observe: createLog(OBSERVATIONS, lines, systemClock, { form, worker, requests }),
    relay: (line) => lines.write(line),
    end: () => {
      if (!ended) {
        systemClock.after(END_MS, over.resolve)
        lines.flush()
        ended = true
        output.end()
      }
      return over.promise
    },
  }
}
