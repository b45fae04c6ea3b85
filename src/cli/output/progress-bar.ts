/** Destination of progress output: a terminal or a file. */
export interface ProgressTarget {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Progress display of a long task. */
export interface ProgressBar {
  /** Shows that `done` of `total` is complete; `label` names the work. */
  show(done: number, total: number, label: string): void
  /** Ends the line, so that later output starts on a new one. */
  end(): void
}

const BAR_MAX = 40

/** Creates a progress bar on a terminal, or one line per ten percent elsewhere. */
export function createProgressBar(target: ProgressTarget): ProgressBar {
  return target.isTTY === true ? growingBar(target) : plainLines(target)
}

function growingBar(target: ProgressTarget): ProgressBar {
  let shown = ''
  return {
    show(done, total, label) {
      const share = shareOf(done, total)
      const text = ` ${countOf(done, total)} ${label}`
      const width = Math.max(0, Math.min(BAR_MAX, (target.columns ?? 80) - text.length - 6))
      const full = Math.floor(share * width)
      const percent = `${Math.floor(share * 100)}%`.padStart(4)
      const line = `${'█'.repeat(full)}${'░'.repeat(width - full)}${percent}${text}`
      if (line !== shown) target.write(`\r\u001B[2K${line}`)
      shown = line
    },
    end() {
      if (shown !== '') target.write('\n')
      shown = ''
    },
  }
}

function plainLines(target: ProgressTarget): ProgressBar {
  let tenthsShown = 0
  return {
    show(done, total, label) {
      const tenths = Math.floor(shareOf(done, total) * 10)
      if (tenths <= tenthsShown) return
      tenthsShown = tenths
      target.write(`  ${tenths * 10}% ${countOf(done, total)} ${label}\n`)
    },
    end() {
      tenthsShown = 0
    },
  }
}

function shareOf(done: number, total: number): number {
  return total <= 0 ? 1 : Math.min(1, done / total)
}

function countOf(done: number, total: number): string {
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
}
