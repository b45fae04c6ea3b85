import type { Region } from '../../../game/region.ts'
import type { BoardKind } from '../../../game/board.ts'
import type { BoardGap, GapQuery } from '../../board-gap.ts'
import { gapOf } from '../gap-store.ts'
import type { HistoryDatabase } from '../history-schema.ts'

/** Returns the newest gaps of all boards that overlap the time since `sinceMs`, newest first. */
export async function readGaps(
  database: HistoryDatabase,
  { sinceMs, max }: GapQuery,
): Promise<readonly BoardGap[]> {
  const rows = await database
    .selectFrom('history_gaps as gap')
    .innerJoin('history_boards as board', 'board.id', 'gap.board')
    .selectAll('gap')
    .select(['board.region', 'board.kind', 'board.board_id'])
    .where((eb) => eb.or([eb('gap.until_ms', 'is', null), eb('gap.until_ms', '>', sinceMs)]))
    .orderBy('gap.from_ms', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    board: { region: row.region as Region, kind: row.kind as BoardKind, id: row.board_id },
    gap: gapOf(row),
  }))
}
