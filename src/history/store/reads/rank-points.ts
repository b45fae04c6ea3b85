import { sql, type RawBuilder } from '#libraries/kysely'
import type { HistoryDatabase } from '../history-schema.ts'

/** Returns an SQL table with one column, `rank`, of 1 to 10,000 given ranks. */
export function listedRanks(ranks: readonly number[]): RawBuilder<unknown> {
  const rows = ranks.map((rank) => sql`(cast(${rank} as integer))`)
  return sql`(select column1 as rank from (values ${sql.join(rows)}) as listed)`
}

/**
 * Returns an SQL table of all ranks of a board that have points. Seeks from rank to rank without
 * reading the rows between.
 */
export function knownRanks(board: number): RawBuilder<unknown> {
  return sql`(
    with recursive known(rank) as (
      select min(rank) from history_points where board = ${board}
      union all
      select (select min(p.rank) from history_points p where p.board = ${board} and p.rank > known.rank)
      from known where known.rank is not null
    )
    select rank from known where rank is not null)`
}

/**
 * Returns the points of a rank in a snapshot: the last change at or before its time. `ranks` and
 * `atMs` name columns or values.
 */
export function pointsAt(
  board: number,
  rank: RawBuilder<unknown>,
  atMs: RawBuilder<unknown>,
): RawBuilder<number | null> {
  return sql`(
    select p.points from history_points p
    where p.board = ${board} and p.rank = ${rank} and p.at_ms <= ${atMs}
    order by p.at_ms desc limit 1)`
}

/**
 * Reads the points of ranks in a snapshot at a time, by rank ascending, without ranks that have no
 * holder.
 */
export async function readRankPoints(
  database: HistoryDatabase,
  board: number,
  ranks: readonly number[] | undefined,
  atMs: number,
): Promise<ReadonlyMap<number, number>> {
  const wanted = ranks === undefined ? knownRanks(board) : listedRanks(ranks)
  const { rows } = await sql<{ rank: number; points: number | null }>`
    select wanted.rank as rank, ${pointsAt(board, sql.ref('wanted.rank'), sql`${atMs}`)} as points
    from ${wanted} as wanted`.execute(database)
  const held = rows.filter((row): row is { rank: number; points: number } => row.points !== null)
  return new Map(
    held.toSorted((one, other) => one.rank - other.rank).map(({ rank, points }) => [rank, points]),
  )
}
