/** Writes to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Writes a value as JSON to standard output, for scripts. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, undefined, 2))
}

/** Writes a table with aligned columns. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [heading, ...rows]
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  for (const line of lines) {
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}

/** Writes names and values, one pair per line. */
export function printPairs(pairs: readonly (readonly [name: string, value: string])[]): void {
  const width = Math.max(...pairs.map(([name]) => name.length))
  for (const [name, value] of pairs) print(`${name.padEnd(width)}  ${value}`)
}

/** Returns a time in UTC, to the minute. */
export function timeText(ms: number | undefined, none = 'never'): string {
  return ms === undefined
    ? none
    : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Returns a count with thousands separators. */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** Returns a count with its noun, which is given in the singular and has a regular plural. */
export function countOfText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
