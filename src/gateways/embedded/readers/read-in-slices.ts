import type { Awaitable } from '../../../domain/awaitable.ts'
import { nextTurn } from '../../next-turn.ts'
import type { ReadSignal } from '../read-signal.ts'

/** Where a row stands on its board. */
export interface RowPosition {
  readonly rank: number
  readonly place: number
}

/** Rows that are read in one go: those with a deck take about 2 ms. */
export const SLICE_ROWS = 128

/** How a long list is read. */
export interface SlicedRead<Row, Entry> {
  /** The next rows behind a position, or the first ones; at most `limit`, fewer only at the end. */
  readonly rowsAfter: (position: RowPosition | undefined, limit: number) => readonly Row[]
  readonly toEntry: (row: Row) => Entry
  /** The most rows in all. */
  readonly limit?: number
  /** Ends the reading between two slices: it rejects with the reason. */
  readonly context?: ReadSignal | undefined
}

/**
 * Reads the rows of a board in their order. A list of ordinary length is there at once; a longer one is read slice by
 * slice, others having their turn between. Each slice finds its own rows, so that no statement stays open meanwhile.
 */
export function readInSlices<Row extends RowPosition, Entry>(
  read: SlicedRead<Row, Entry>,
): Awaitable<Entry[]> {
  const limit = read.limit ?? Number.MAX_SAFE_INTEGER
  const rows = read.rowsAfter(undefined, Math.min(SLICE_ROWS, limit))
  const entries = rows.map((row) => read.toEntry(row))
  const last = rows.at(-1)
  const isAll = last === undefined || rows.length < SLICE_ROWS || rows.length >= limit
  return isAll ? entries : readOn(read, limit, { entries, last })
}

async function readOn<Row extends RowPosition, Entry>(
  { rowsAfter, toEntry, context }: SlicedRead<Row, Entry>,
  limit: number,
  begun: { readonly entries: Entry[]; readonly last: RowPosition },
): Promise<Entry[]> {
  const { entries } = begun
  let position: RowPosition | undefined = begun.last
  while (position !== undefined) {
    await nextTurn(context?.signal)
    const wanted = Math.min(SLICE_ROWS, limit - entries.length)
    const rows = rowsAfter(position, wanted)
    for (const row of rows) entries.push(toEntry(row))
    position = rows.length === SLICE_ROWS && entries.length < limit ? rows.at(-1) : undefined
  }
  // Closing them begins in a turn of its own.
  await nextTurn(context?.signal)
  return entries
}
