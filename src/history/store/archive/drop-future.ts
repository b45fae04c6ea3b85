import { sql, type RawBuilder } from '#libraries/kysely'
import type { DroppedFuture } from '../../history-archive.ts'
import { dropSnapshots } from '../downsample.ts'
import { dropFuturePlayers } from '../players/drop-players.ts'
import type { HistoryDatabase } from '../history-schema.ts'

/** Snapshots deleted per statement. */
const BATCH = 500

/**
 * Implements `HistoryArchive.dropFuture` in the transaction of its caller, to which no other writer
 * is concurrent. Deletes snapshots and gaps later than `now`. Ends the lease, so that a running
 * collector restarts from what remains.
 */
export async function dropFuture(
  database: HistoryDatabase,
  now: RawBuilder<number>,
): Promise<DroppedFuture> {
  const { rows } = await sql<{ now_ms: number }>`select ${now} as now_ms`.execute(database)
  const nowMs = Number(rows[0]?.now_ms)
  let snapshots = 0
  for (;;) {
    const board = await database
      .selectFrom('history_snapshots')
      .select('board')
      .where('at_ms', '>', nowMs)
      .limit(1)
      .executeTakeFirst()
    if (board === undefined) break
    const times = await database
      .selectFrom('history_snapshots')
      .select('at_ms')
      .where('board', '=', board.board)
      .where('at_ms', '>', nowMs)
      .orderBy('at_ms')
      .limit(BATCH)
      .execute()
    const dropped = times.map(({ at_ms: atMs }) => atMs)
    await dropSnapshots(database, board.board, dropped)
    snapshots += dropped.length
  }
  await database.deleteFrom('history_anomalies').where('at_ms', '>', nowMs).execute()
  await database.deleteFrom('history_predictions').where('made_at_ms', '>', nowMs).execute()
  await database.deleteFrom('history_holders').where('at_ms', '>', nowMs).execute()
  await dropFuturePlayers(database, nowMs)
  const { numDeletedRows } = await database
    .deleteFrom('history_gaps')
    .where('from_ms', '>', nowMs)
    .executeTakeFirst()
  const { numUpdatedRows } = await database
    .updateTable('history_gaps')
    .set({ until_ms: null })
    .where('until_ms', '>', nowMs)
    .executeTakeFirst()
  await database
    .updateTable('history_boards')
    .set({ thinned_ms: nowMs })
    .where('thinned_ms', '>', nowMs)
    .execute()
  const gaps = Number(numDeletedRows + numUpdatedRows)
  if (snapshots + gaps > 0) {
    await database
      .updateTable('history_lease')
      .set(({ eb }) => ({ epoch: eb('epoch', '+', 1), holder: '', expires_at_ms: 0 }))
      .where('id', '=', 1)
      .execute()
  }
  return { snapshots, gaps }
}
