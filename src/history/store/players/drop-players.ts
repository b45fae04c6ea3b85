import { sql } from '#libraries/kysely'
import type { HistoryDatabase } from '../history-schema.ts'

/**
 * Deletes at most `max` ranks of players, of the oldest span that ended before `beforeMs` (Unix
 * ms), in the transaction of its caller. Returns whether there was such a span.
 */
export async function dropPlayers(
  database: HistoryDatabase,
  beforeMs: number,
  max: number,
): Promise<boolean> {
  const span = await database
    .selectFrom('history_player_spans')
    .select(['board', 'from_ms'])
    .where('until_ms', '<', beforeMs)
    .limit(1)
    .executeTakeFirst()
  if (span === undefined) return false
  const { board, from_ms: spanMs } = span
  const { numAffectedRows = 0n } = await sql`
    delete from history_player_ranks
    where board = ${board} and span_ms = ${spanMs} and (player, at_ms) in (
      select r.player, r.at_ms from history_player_ranks r
      where r.board = ${board} and r.span_ms = ${spanMs} limit ${max}
    )`.execute(database)
  if (Number(numAffectedRows) < max) {
    await database
      .deleteFrom('history_player_spans')
      .where('board', '=', board)
      .where('from_ms', '=', spanMs)
      .execute()
  }
  return true
}

/** Deletes the ranks of players after `nowMs` (Unix ms), in the transaction of its caller. */
export async function dropFuturePlayers(database: HistoryDatabase, nowMs: number): Promise<void> {
  await database.deleteFrom('history_player_ranks').where('at_ms', '>', nowMs).execute()
  await database.deleteFrom('history_player_spans').where('from_ms', '>', nowMs).execute()
  await database
    .updateTable('history_player_spans')
    .set({ until_ms: nowMs })
    .where('until_ms', '>', nowMs)
    .execute()
}
