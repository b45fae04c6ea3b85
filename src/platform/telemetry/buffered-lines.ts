import type { Clock } from '../time/clock.ts'
import type { LogOutput } from './log.ts'

/** An output that batches lines. */
export interface BufferedOutput extends LogOutput {
  /** Flushes the buffered lines. */
  flush(): void
}

/** Characters after which the buffer is flushed. */
const ENOUGH = 65_536

/**
 * Maximum delay of a line in milliseconds: unnoticed by readers, and the loss of a kill stays
 * small.
 */
export const BUFFERED_MS = 20

/**
 * Creates a batching output: writes lines to `output` {@link BUFFERED_MS} after the first of a
 * batch. Passing a line to the writer thread, and waking that thread, costs many times its
 * rendering.
 */
export function bufferLines(output: LogOutput, clock: Pick<Clock, 'after'>): BufferedOutput {
  let lines = ''
  const flush = () => {
    if (lines === '') return
    const gathered = lines
    lines = ''
    output.write(gathered)
  }
  return {
    write: (line) => {
      if (lines === '') clock.after(BUFFERED_MS, flush)
      lines += line
      if (lines.length >= ENOUGH) flush()
    },
    flush,
  }
}
