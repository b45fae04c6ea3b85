import { sql } from '#libraries/kysely'
import type { TallyQuery, WatchTally } from '../../domain/history-store.ts'
import type { BoardKind } from '../../domain/board.ts'
import { gapOf } from './gaps.ts'
import type { HistoryDatabase, HistoryTables } from './schema.ts'

/**
 * Counts what came of the readings of all watched boards of a region since a time, in the transaction of its caller. It reads the
 * keys of that time alone, however long the history is, and never more than `gapsMax` gaps of a board.
 */
export async function readTallies(
  database: HistoryDatabase,
  { region, sinceMs, gapsMax }: TallyQuery,
): Promise<readonly WatchTally[]> {
  const boards = await database
    .selectFrom('history_watches as watch')
    .innerJoin('history_boards as board', 'board.id', 'watch.board')
    .where('board.region', '=', region)
    .select(['board.id', 'board.kind', 'board.board_id'])
    .select(({ selectFrom }) =>
      selectFrom('history_snapshots as snapshot')
        .whereRef('snapshot.board', '=', 'watch.board')
        .where('snapshot.at_ms', '>=', sinceMs)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('snapshots'),
    )
    .execute()
  // Gaps of a board do not overlap, so of those that began before the time only the last one may reach it.
  const { rows } = await sql<
    HistoryTables['history_gaps'] & { place: number; all_failures: number }
  >`
    select * from (
      select gap.*,
        row_number() over (partition by gap.board order by gap.from_ms desc) as place,
        sum(gap.failures) over (partition by gap.board) as all_failures
      from history_watches watch
      join history_boards board on board.id = watch.board
      join history_gaps gap on gap.board = watch.board and gap.from_ms >= coalesce((
        select before.from_ms from history_gaps before
        where before.board = watch.board and before.from_ms <= ${sinceMs}
        order by before.from_ms desc limit 1), ${sinceMs})
      where board.region = ${region} and (gap.until_ms is null or gap.until_ms > ${sinceMs})
    ) as gaps where place <= ${gapsMax} order by board, place`.execute(database)
  const gaps = Map.groupBy(rows, ({ board }) => board)
  return boards.map(({ id, kind, board_id: boardId, snapshots }) => {
    const own = gaps.get(id) ?? []
    return {
      board: { region, kind: kind as BoardKind, id: boardId },
      snapshots: snapshots ?? 0,
      failures: own[0]?.all_failures ?? 0,
      gaps: own.map(gapOf),
    }
  })
}
