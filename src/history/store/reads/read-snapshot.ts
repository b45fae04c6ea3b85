import type { Board, Holder, Snapshot } from '../../../game/board.ts'
import { unpackHolders } from '../holder-rows.ts'
import { findBoard, ranksOf, readRankSets } from '../board-store.ts'
import { readRankPoints } from './rank-points.ts'
import { readNewest } from './read-times.ts'
import type { HistoryDatabase } from '../history-schema.ts'

/**
 * Reads the newest snapshot of a board at or before a time (Unix ms), in the transaction of its
 * caller.
 */
export async function readSnapshot(
  database: HistoryDatabase,
  board: Board,
  atMs?: number,
): Promise<Snapshot | undefined> {
  const id = await findBoard(database, board)
  if (id === undefined) return undefined
  const found = await readNewest(database, id, atMs)
  if (found === undefined) return undefined
  const { at_ms: fetchedAtMs, rank_set: set } = found
  const ranks = ranksOf(await readRankSets(database, set === null ? [] : [set]), set)
  const points = await readRankPoints(database, id, ranks, fetchedAtMs)
  const holders = await readHolders(database, id, fetchedAtMs)
  const rows = [...points].map(([rank, held]) => ({
    rank,
    points: held,
    holders: holders.get(rank) ?? [],
  }))
  return { board, fetchedAtMs, ranks, rows }
}

async function readHolders(
  database: HistoryDatabase,
  board: number,
  atMs: number,
): Promise<ReadonlyMap<number, readonly Holder[]>> {
  const row = await database
    .selectFrom('history_holders')
    .select('holders')
    .where('board', '=', board)
    .where('at_ms', '=', atMs)
    .executeTakeFirst()
  return unpackHolders(row?.holders ?? '[]')
}
