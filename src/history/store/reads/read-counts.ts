import { sql } from '#libraries/kysely'
import type { CountQuery, WatchCounts } from '../../history-store.ts'
import type { BoardKind } from '../../../game/board.ts'
import { gapOf } from '../gap-store.ts'
import type { HistoryDatabase, HistoryTables } from '../history-schema.ts'

/**
 * Counts poll results of all watched boards of a region since a time, in the transaction of its
 * caller. Reads only keys of that period, however long the history is, and at most `gapsMax` gaps
 * per board.
 */
export async function readCounts(
  database: HistoryDatabase,
  { region, sinceMs, gapsMax }: CountQuery,
): Promise<readonly WatchCounts[]> {
  const boards = await database
    .selectFrom('history_watches as watch')
    .innerJoin('history_boards as board', 'board.id', 'watch.board')
    .where('board.region', '=', region)
    .select(['board.id', 'board.kind', 'board.board_id'])
    .select((eb) =>
      eb
        .selectFrom('history_snapshots as snapshot')
        .whereRef('snapshot.board', '=', 'watch.board')
        .where('snapshot.at_ms', '>=', sinceMs)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('snapshots'),
    )
    .execute()
  // Gaps of a board do not overlap: only the last one before the start may reach into the period.
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
