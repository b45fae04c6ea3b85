import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import { nextTurn } from '../../platform/concurrency/next-turn.ts'
import type { ReadSignal } from '../read-signal.ts'

/** Position of a row on its board. */
export interface RowPosition {
  readonly rank: number
  readonly place: number
}

/** Rows read in one turn of the event loop: those with a deck take about 2 ms. */
export const CHUNK_ROWS = 128

/** Options of {@link readInChunks}. */
export interface ChunkedRead<Row, Entry> {
  /**
   * Returns the next rows after a position, or the first ones; at most `limit`, fewer only at the
   * end.
   */
  readonly rowsAfter: (position: RowPosition | undefined, limit: number) => readonly Row[]
  readonly toEntry: (row: Row) => Entry
  /** Maximum number of rows. */
  readonly limit?: number
  /** Aborts the read between two chunks: it rejects with the reason. */
  readonly context?: ReadSignal | undefined
}

/**
 * Reads the rows of a board in order. Returns short lists synchronously; reads longer ones in
 * chunks that yield to the event loop. Each chunk runs its own statement, so that no statement
 * stays open meanwhile.
 */
export function readInChunks<Row extends RowPosition, Entry>(
  read: ChunkedRead<Row, Entry>,
): Awaitable<Entry[]> {
  const limit = read.limit ?? Number.MAX_SAFE_INTEGER
  const rows = read.rowsAfter(undefined, Math.min(CHUNK_ROWS, limit))
  const entries = rows.map((row) => read.toEntry(row))
  const last = rows.at(-1)
  const isAll = last === undefined || rows.length < CHUNK_ROWS || rows.length >= limit
  return isAll ? entries : readRest(read, limit, { entries, last })
}

async function readRest<Row extends RowPosition, Entry>(
  { rowsAfter, toEntry, context }: ChunkedRead<Row, Entry>,
  limit: number,
  firstChunk: { readonly entries: Entry[]; readonly last: RowPosition },
): Promise<Entry[]> {
  const { entries } = firstChunk
  let position: RowPosition | undefined = firstChunk.last
  while (position !== undefined) {
    await nextTurn(context?.signal)
    const wanted = Math.min(CHUNK_ROWS, limit - entries.length)
    const rows = rowsAfter(position, wanted)
    for (const row of rows) entries.push(toEntry(row))
    position = rows.length === CHUNK_ROWS && entries.length < limit ? rows.at(-1) : undefined
  }
  // Normalization starts in a new turn of the event loop.
  await nextTurn(context?.signal)
  return entries
}
