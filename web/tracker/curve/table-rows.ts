import type { CurveGap, CurveLine, CurvePoint } from './curve-props.ts'

/** One row of the table: a time with what each line says of it, or a gap. */
export type TableRow =
  | {
      readonly atMs: number
      /** In the order of the lines; `undefined` where the line has no snapshot of this time. */
      readonly points: readonly (CurvePoint | undefined)[]
    }
  | { readonly gap: CurveGap }

/** How many rows are shown at most. */
const ROWS_MAX = 200

/** The newest rows, newest first, and how many older ones there are. */
export function toTableRows(
  lines: readonly CurveLine[],
  gaps: readonly CurveGap[],
): { readonly rows: readonly TableRow[]; readonly leftOut: number } {
  const times = new Map<number, (CurvePoint | undefined)[]>()
  for (const [place, line] of lines.entries())
    for (const point of line.points) {
      const row = times.get(point.atMs) ?? lines.map(() => undefined)
      row[place] = point
      times.set(point.atMs, row)
    }
  const rows: { readonly sortMs: number; readonly row: TableRow }[] = [
    ...[...times].map(([atMs, points]) => ({ sortMs: atMs, row: { atMs, points } })),
    // Behind the snapshot that it begins with.
    ...gaps.map((gap) => ({ sortMs: gap.fromMs + 0.5, row: { gap } })),
  ].sort((a, b) => b.sortMs - a.sortMs)
  return {
    rows: rows.slice(0, ROWS_MAX).map(({ row }) => row),
    leftOut: Math.max(0, rows.length - ROWS_MAX),
  }
}
