import { sql, type RawBuilder } from '#libraries/kysely'
import type { HistoryDatabase } from './schema.ts'

/** A table of one column, `rank`, of these ranks: 1 to 10,000 of them. */
export function theseRanks(ranks: readonly number[]): RawBuilder<unknown> {
  const rows = ranks.map((rank) => sql`(cast(${rank} as integer))`)
  return sql`(select column1 as rank from (values ${sql.join(rows)}) as listed)`
}

/** The same of all ranks of which a board has any row: from each, the next one is sought, and no row between is read. */
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

/** What a rank shows in a snapshot of that time: the last change at or before it. `ranks` and `atMs` name columns or values. */
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

/** What ranks show in a snapshot of that time, by rank ascending; without those that nobody holds. */
export async function readRankPoints(
  database: HistoryDatabase,
  board: number,
  ranks: readonly number[] | undefined,
  atMs: number,
): Promise<ReadonlyMap<number, number>> {
  const asked = ranks === undefined ? knownRanks(board) : theseRanks(ranks)
  const { rows } = await sql<{ rank: number; points: number | null }>`
    select asked.rank as rank, ${pointsAt(board, sql.ref('asked.rank'), sql`${atMs}`)} as points
    from ${asked} as asked`.execute(database)
  const held = rows.filter((row): row is { rank: number; points: number } => row.points !== null)
  return new Map(
    held.toSorted((one, other) => one.rank - other.rank).map(({ rank, points }) => [rank, points]),
  )
}
