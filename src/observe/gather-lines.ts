import type { LogOutput } from './create-log.ts'

/** An output that hands lines on together. */
export interface GatheredOutput extends LogOutput {
  /** Hands on what has gathered, now. */
  flush(): void
}

/** So many characters are handed on without waiting for the end of the turn. */
const ENOUGH = 65_536

/**
 * Hands all lines of one turn of the event loop to `output` together, when the turn ends: to hand one over to the thread that
 * writes it costs several times what it takes to make it.
 */
export function gatherLines(output: LogOutput): GatheredOutput {
  let lines = ''
  const flush = () => {
    if (lines === '') return
    const gathered = lines
    lines = ''
    output.write(gathered)
  }
  return {
    write: (line) => {
      if (lines === '') setImmediate(flush)
      lines += line
      if (lines.length >= ENOUGH) flush()
    },
    flush,
  }
}
