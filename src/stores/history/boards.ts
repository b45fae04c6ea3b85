import type { Board, BoardKind } from '../../domain/board.ts'
import type { Region } from '../../domain/region.ts'
import type { HistoryDatabase, HistoryTables } from './schema.ts'

/** The number of a board, as rows name it; `undefined` when nothing was ever kept of it. */
export async function findBoard(
  database: HistoryDatabase,
  { region, kind, id }: Board,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('history_boards')
    .select('id')
    .where('region', '=', region)
    .where('kind', '=', kind)
    .where('board_id', '=', id)
    .executeTakeFirst()
  return row?.id
}

/** The number of a board, which gets one when it has none. */
export async function ensureBoard(database: HistoryDatabase, board: Board): Promise<number> {
  const known = await findBoard(database, board)
  if (known !== undefined) return known
  await database
    .insertInto('history_boards')
    .values({
      region: board.region,
      kind: board.kind,
      board_id: board.id,
      snapshots: 0,
      thinned_ms: 0,
      thinned_step_ms: 0,
    })
    // Another one may have been as quick.
    .onConflict((conflict) => conflict.columns(['region', 'kind', 'board_id']).doNothing())
    .execute()
  const made = await findBoard(database, board)
  if (made === undefined) throw new Error('A board that was added is not there.')
  return made
}

/** A board, from its row. */
export function boardOf(
  row: Pick<HistoryTables['history_boards'], 'region' | 'kind' | 'board_id'>,
): Board {
  return { region: row.region as Region, kind: row.kind as BoardKind, id: row.board_id }
}

/** The number of a list of ranks, which gets one when it has none; null stands for all that the game gives. */
export async function ensureRankSet(
  database: HistoryDatabase,
  ranks: readonly number[] | undefined,
): Promise<number | null> {
  if (ranks === undefined) return null
  const text = JSON.stringify(ranks)
  const find = () =>
    database
      .selectFrom('history_rank_sets')
      .select('id')
      .where('ranks', '=', text)
      .executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.id
  // Only the holder of the lease adds any.
  await database.insertInto('history_rank_sets').values({ ranks: text }).execute()
  return (await find())?.id ?? null
}

/** The ranks of lists, in their order, by the numbers of the lists. */
export async function readRankSets(
  database: HistoryDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('history_rank_sets')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ranks }) => [id, new Set(JSON.parse(ranks) as number[])]))
}
