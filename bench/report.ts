import process from 'node:process'

/** The median and the interquartile range of some values. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** Summarizes the values of all rounds. Robust against a few disturbed rounds. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

/**
 * Sorts the values once. Returns the function to the value below which a share of them lies: the
 * minimum at 0, the maximum at 1, NaN without values.
 */
export function quantiles(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((one, other) => one - other)
  return (share) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}

/**
 * Returns the 1/7 quantile: the value under little disturbance, for measures that disturbance only
 * increases.
 */
export function quiet(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 7)] ?? Number.NaN
}

/** Renders rows as a table; all columns but the first are right-aligned. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}

/** Formats a spread, such as `1.23 (1.20–1.31)`. */
export function formatSpread({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

/** Prints a report, and sends its numbers to the parent process, if there is one. */
export function report(text: string, numbers: object): void {
  console.log(text)
  process.send?.(numbers)
}
