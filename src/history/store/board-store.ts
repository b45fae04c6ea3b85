import type { Board, BoardKind } from '../../game/board.ts'
import type { Region } from '../../game/region.ts'
import type { HistoryDatabase, HistoryTables } from './history-schema.ts'

/** Resolves with the row id of a board; `undefined` for a board without history. */
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

/** Resolves with the row id of a board, inserting it if needed. */
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
    // Another process may have inserted it at the same time.
    .onConflict((conflict) => conflict.columns(['region', 'kind', 'board_id']).doNothing())
    .execute()
  const inserted = await findBoard(database, board)
  if (inserted === undefined) throw new Error('The inserted board was not found.')
  return inserted
}

/** Creates a board from its row. */
export function boardOf(
  row: Pick<HistoryTables['history_boards'], 'region' | 'kind' | 'board_id'>,
): Board {
  return { region: row.region as Region, kind: row.kind as BoardKind, id: row.board_id }
}

/**
 * Resolves with the row id of a rank set, inserting it if needed; null stands for the whole board.
 */
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
  // Only the lease holder inserts rows.
  await database.insertInto('history_rank_sets').values({ ranks: text }).execute()
  const inserted = await find()
  // Null would stand for the whole board.
  if (inserted === undefined) throw new Error('The inserted rank set was not found.')
  return inserted.id
}

/**
 * Returns the ranks of a set by its row id, ascending; `undefined` for the whole board. Throws for
 * an unknown id.
 */
export function ranksOf(
  sets: ReadonlyMap<number, ReadonlySet<number>>,
  id: number | null,
): readonly number[] | undefined {
  if (id === null) return undefined
  const ranks = sets.get(id)
  if (ranks === undefined) throw new Error(`Rank set ${id} was not found.`)
  return [...ranks]
}

/** Reads the ranks of sets by their row ids. */
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
