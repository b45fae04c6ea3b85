import { sql } from '#libraries/kysely'
import { pointsAt, listedRanks } from './rank-points.ts'
import type { SnapshotTime } from './read-times.ts'
import type { HistoryDatabase } from '../history-schema.ts'

/** The points of each rank in each snapshot: `undefined` without a holder. */
export type Columns = ReadonlyMap<number, readonly (number | undefined)[]>

/** Reads the points of ranks in consecutive snapshots: the first values, and each change since. */
export async function readByScan(
  database: HistoryDatabase,
  board: number,
  ranks: readonly number[],
  times: readonly SnapshotTime[],
): Promise<Columns> {
  const [first, last] = [times[0]?.at_ms ?? 0, times.at(-1)?.at_ms ?? 0]
  const firstMs = sql`cast(${first} as bigint)`
  const { rows } = await sql<{ rank: number; at_ms: number; points: number | null }>`
    select wanted.rank as rank, ${firstMs} as at_ms,
      ${pointsAt(board, sql.ref('wanted.rank'), firstMs)} as points
    from ${listedRanks(ranks)} as wanted
    union all
    select rank, at_ms, points from history_points
    where board = ${board} and rank in (${sql.join(ranks)})
      and at_ms > ${first} and at_ms <= ${last}
    order by rank, at_ms`.execute(database)
  let next = 0
  return new Map(
    ranks.map((rank) => {
      let points: number | undefined
      const column = times.map(({ at_ms: atMs }) => {
        for (let row = rows[next]; row?.rank === rank && row.at_ms <= atMs; row = rows[next]) {
          points = row.points ?? undefined
          next += 1
        }
        return points
      })
      return [rank, column]
    }),
  )
}

/**
 * Reads the points of ranks in snapshots with any number of others between them, by seeking each
 * value.
 */
export async function readBySeek(
  database: HistoryDatabase,
  board: number,
  ranks: readonly number[],
  times: readonly SnapshotTime[],
): Promise<Columns> {
  const rows = times.map(({ at_ms: atMs }) => sql`(cast(${atMs} as bigint))`)
  const cells = await sql<{ rank: number; at_ms: number; points: number | null }>`
    select wanted.rank as rank, times.at_ms as at_ms,
      ${pointsAt(board, sql.ref('wanted.rank'), sql.ref('times.at_ms'))} as points
    from ${listedRanks(ranks)} as wanted
    cross join (select column1 as at_ms from (values ${sql.join(rows)}) as listed) as times
  `.execute(database)
  const places = new Map(times.map(({ at_ms: atMs }, place) => [atMs, place]))
  const columns = new Map(
    ranks.map((rank) => [rank, Array<number | undefined>(times.length).fill(undefined)]),
  )
  for (const { rank, at_ms: atMs, points } of cells.rows) {
    const [column, place] = [columns.get(rank), places.get(atMs)]
    if (column !== undefined && place !== undefined) column[place] = points ?? undefined
  }
  return columns
}
