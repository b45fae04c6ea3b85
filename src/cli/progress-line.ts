import process from 'node:process'
import { machine } from '../compose/world.ts'
import { countText } from './print.ts'

/** How often the line is drawn again, at most. */
const EVERY_MS = 100
const BAR_LENGTH = 24

/** One line on the terminal that tells how far something is; where there is no terminal, it tells nothing. */
export interface ProgressLine {
  /** Draws the line, when it is time; `share` (0 to 1) draws a bar before the text. */
  show(text: string, share?: number): void
  /** Takes the line away, for what is printed next. */
  clear(): void
}

/** Makes the line, on standard error: what a command answers goes to standard output. */
export function createProgressLine(): ProgressLine {
  const { clock } = machine
  const { stderr } = process
  let drawnMs = Number.NEGATIVE_INFINITY
  return {
    show(text, share) {
      const nowMs = clock.monotonicMs()
      if (!stderr.isTTY || nowMs - drawnMs < EVERY_MS) return
      drawnMs = nowMs
      const bar = share === undefined ? '' : `${barText(Math.min(1, share))} `
      stderr.write(`\r\u001B[K${`${bar}${text}`.slice(0, stderr.columns - 1)}`)
    },
    clear() {
      if (stderr.isTTY) stderr.write('\r\u001B[K')
    },
  }
}

/** Starts measuring; what comes back says of a number of rows how long they took: `5 rows in 0.1 s (50 rows/s)`. */
export function createStopwatch(): (rows: number) => string {
  const { clock } = machine
  const startMs = clock.monotonicMs()
  return (rows) => {
    const seconds = Math.max(clock.monotonicMs() - startMs, 1) / 1_000
    const rate = countText(Math.round(rows / seconds))
    return `${countText(rows)} rows in ${seconds.toFixed(1)} s (${rate} rows/s)`
  }
}

function barText(share: number): string {
  const full = Math.round(share * BAR_LENGTH)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(full)}${' '.repeat(BAR_LENGTH - full)}] ${percent} %`
}
