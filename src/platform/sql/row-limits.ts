/**
 * Rows of one statement at most. Databases limit its values: SQLite to 32,766, which rows of 32
 * columns keep.
 */
export const STATEMENT_ROWS = 1_000

/** Rows of a list that a person reads at most: far more than a developer may create. */
export const LIST_ROWS = 500

/** Yields `rows` in order, `size` at a time: the rows of one statement or one transaction. */
export function* inChunks<Row>(
  rows: readonly Row[],
  size: number = STATEMENT_ROWS,
): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
