import { escapeControls } from '../../platform/text/escape-controls.ts'
import process from 'node:process'
import { systemPlatform } from '../../platform/platform.ts'
import { countOfText, countText } from './print.ts'

/** Minimum milliseconds between two updates. */
const EVERY_MS = 100
const BAR_LENGTH = 24

/** One updating status line on a terminal; prints nothing elsewhere. */
export interface ProgressLine {
  /** Updates the line, at most every 100 ms. `share` (0 to 1) adds a bar before the text. */
  show(text: string, share?: number): void
  /** Clears the line before other output. */
  clear(): void
}

/** Creates a progress line on standard error, because results go to standard output. */
export function createProgressLine(): ProgressLine {
  const { clock } = systemPlatform
  const { stderr } = process
  let drawnMs = Number.NEGATIVE_INFINITY
  return {
    show(text, share) {
      const nowMs = clock.monotonicMs()
      if (!stderr.isTTY || nowMs - drawnMs < EVERY_MS) return
      drawnMs = nowMs
      const bar = share === undefined ? '' : `${barText(Math.min(1, share))} `
      stderr.write(`\r\u001B[K${`${bar}${escapeControls(text)}`.slice(0, stderr.columns - 1)}`)
    },
    clear() {
      if (stderr.isTTY) stderr.write('\r\u001B[K')
    },
  }
}

/**
 * Starts a stopwatch. The returned function formats a number of rows with the elapsed time: `5 rows
 * in 0.1 s (50 rows/s)`.
 */
export function createStopwatch(): (rows: number) => string {
  const { clock } = systemPlatform
  const startMs = clock.monotonicMs()
  return (rows) => {
    const seconds = Math.max(clock.monotonicMs() - startMs, 1) / 1_000
    const rate = countText(Math.round(rows / seconds))
    return `${countOfText(rows, 'row')} in ${seconds.toFixed(1)} s (${rate} rows/s)`
  }
}

function barText(share: number): string {
  const full = Math.round(share * BAR_LENGTH)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `[${'#'.repeat(full)}${' '.repeat(BAR_LENGTH - full)}] ${percent} %`
}
