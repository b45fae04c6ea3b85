import type { ChartGap, ChartLine, ChartPoint } from '../chart-props.ts'

/** Row of the table: a time with the value of each line, or a gap. */
export type TableRow =
  | {
      readonly atMs: number
      /** In the order of the lines; `undefined` if a line has no snapshot at this time. */
      readonly points: readonly (ChartPoint | undefined)[]
    }
  | { readonly gap: ChartGap }

/** Maximum number of rows. */
const ROWS_MAX = 200

/** Returns the newest rows, newest first, and the number of omitted older rows. */
export function toTableRows(
  lines: readonly ChartLine[],
  gaps: readonly ChartGap[],
): { readonly rows: readonly TableRow[]; readonly leftOut: number } {
  const times = new Map<number, (ChartPoint | undefined)[]>()
  for (const [place, line] of lines.entries())
    for (const point of line.points) {
      const row = times.get(point.atMs) ?? lines.map(() => undefined)
      row[place] = point
      times.set(point.atMs, row)
    }
  const rows: { readonly sortMs: number; readonly row: TableRow }[] = [
    ...[...times].map(([atMs, points]) => ({ sortMs: atMs, row: { atMs, points } })),
    // Sort a gap after the snapshot at its start.
    ...gaps.map((gap) => ({ sortMs: gap.fromMs + 0.5, row: { gap } })),
  ].sort((a, b) => b.sortMs - a.sortMs)
  return {
    rows: rows.slice(0, ROWS_MAX).map(({ row }) => row),
    leftOut: Math.max(0, rows.length - ROWS_MAX),
  }
}
