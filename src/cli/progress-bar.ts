/** Where progress is shown: a terminal or a file. */
export interface ProgressTarget {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Shows how far something is that takes long. */
export interface ProgressBar {
  /** Shows that `done` of `total` are done; `label` says what is being done. */
  show(done: number, total: number, label: string): void
  /** Leaves the line, so that what is written next has one of its own. */
  end(): void
}

const BAR_MAX = 40

/** Shows progress on a terminal as one bar that grows, and elsewhere as one line for each tenth. */
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
