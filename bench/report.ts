import process from 'node:process'

/** The middle of some numbers, and the range that holds the middle half of them. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** Summarizes what was measured round by round. A few rounds that were disturbed do not move it. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), low: at(0.25), high: at(0.75) }
}

/** What is measured when little disturbs: the value that one in seven is below. For what a disturbance only adds to. */
export function quiet(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 7)] ?? Number.NaN
}

/** Writes rows of texts as a table; all columns but the first are flush right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}

/** A spread as text, such as `1.23 (1.20–1.31)`. */
export function formatSpread({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

/** Prints what a question came to, and hands every number of it to the process that asked, if one did. */
export function report(text: string, numbers: object): void {
  console.log(text)
  process.send?.(numbers)
}
