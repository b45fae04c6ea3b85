import type { Clock } from '../domain/clock.ts'
import type { LogOutput } from './create-log.ts'

/** An output that hands lines on together. */
export interface GatheredOutput extends LogOutput {
  /** Hands on what has gathered, now. */
  flush(): void
}

/** So many characters are handed on without waiting. */
const ENOUGH = 65_536

/** Milliseconds that a line waits at most: nobody who reads a log notices, and a kill forgets no more. */
export const GATHERED_MS = 20

/**
 * Hands lines to `output` together, {@link GATHERED_MS} after the first of them: to hand one over to the thread that writes it, and
 * to wake that thread, costs many times what it takes to make it.
 */
export function gatherLines(output: LogOutput, clock: Pick<Clock, 'after'>): GatheredOutput {
  let lines = ''
  const flush = () => {
    if (lines === '') return
    const gathered = lines
    lines = ''
    output.write(gathered)
  }
  return {
    write: (line) => {
      if (lines === '') clock.after(GATHERED_MS, flush)
      lines += line
      if (lines.length >= ENOUGH) flush()
    },
    flush,
  }
}
