import { sql } from '#libraries/kysely'
import { pointsAt, readRankPoints, theseRanks } from './rank-points.ts'
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
  const atFirst = await readRankPoints(database, board, ranks, first)
  const changes = await database
    .selectFrom('history_points')
    .select(['rank', 'at_ms', 'points'])
    .where('board', '=', board)
    .where('rank', 'in', ranks)
    .where('at_ms', '>', first)
    .where('at_ms', '<=', last)
    .orderBy('rank')
    .orderBy('at_ms')
    .execute()
  const ofRank = Map.groupBy(changes, ({ rank }) => rank)
  return new Map(
    ranks.map((rank) => {
      const mine = ofRank.get(rank) ?? []
      let [points, next] = [atFirst.get(rank), 0]
      const column = times.map(({ at_ms: atMs }) => {
        for (; (mine[next]?.at_ms ?? Infinity) <= atMs; next += 1)
          points = mine[next]?.points ?? undefined
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
    from ${theseRanks(ranks)} as wanted
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
