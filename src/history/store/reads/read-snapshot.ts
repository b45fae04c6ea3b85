import type { Board, Holder, Snapshot } from '../../../game/board.ts'
import type { SnapshotInfo } from '../../history-store.ts'
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

/** Reads the time and the polled ranks of the newest snapshot of a board. */
export async function readSnapshotInfo(
  database: HistoryDatabase,
  { region, kind, id }: Board,
): Promise<SnapshotInfo | undefined> {
  // Scalar queries instead of joins, for which Postgres would read every snapshot of the board.
  const row = await database
    .selectFrom('history_snapshots as snapshot')
    .select('snapshot.at_ms')
    .select((eb) =>
      eb
        .selectFrom('history_rank_sets as set')
        .select('set.ranks')
        .whereRef('set.id', '=', 'snapshot.rank_set')
        .as('ranks'),
    )
    .where('snapshot.board', '=', (eb) =>
      eb
        .selectFrom('history_boards as board')
        .select('board.id')
        .where('board.region', '=', region)
        .where('board.kind', '=', kind)
        .where('board.board_id', '=', id),
    )
    .orderBy('snapshot.at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const ranks = row.ranks === null ? undefined : (JSON.parse(row.ranks) as number[])
  return { fetchedAtMs: row.at_ms, ranks }
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
