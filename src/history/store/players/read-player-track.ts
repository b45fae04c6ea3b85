import { sql } from '#libraries/kysely'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import type { PlayerSample, PlayerTrack, PlayerTrackQuery } from '../../player-track.ts'
import { findBoard } from '../board-store.ts'
import type { HistoryDatabase } from '../history-schema.ts'
import { pointsAt } from '../reads/rank-points.ts'
import { readTimes } from '../reads/read-times.ts'

/**
 * Reads the ranks of a player, in the transaction of its caller; `undefined` for one who was not
 * seen in the range. The cost is bounded by the number of snapshots and of spans.
 */
export async function readPlayerTrack(
  database: HistoryDatabase,
  query: PlayerTrackQuery,
): Promise<PlayerTrack | undefined> {
  const { playerId, untilMs, stepMs, snapshotsMax } = query
  const board = await findBoard(database, query.board)
  if (board === undefined) return undefined
  const firstMs = await readFirstSeen(database, board, query)
  if (firstMs === undefined) return undefined
  const fromMs = Math.max(query.fromMs, firstMs)
  // One more than returned, to know whether there is more.
  const max = snapshotsMax + 1
  const times = await readTimes(database, { board, fromMs, untilMs, stepMs, max })
  const shown = times.slice(0, snapshotsMax).map(({ at_ms: atMs }) => atMs)
  return {
    samples: await readSamples(database, board, playerId, shown),
    nextFromMs: times[snapshotsMax]?.at_ms,
  }
}

/** Returns the first time (Unix ms) at which the player was seen in a span of the range. */
async function readFirstSeen(
  database: HistoryDatabase,
  board: number,
  { playerId, fromMs, untilMs }: PlayerTrackQuery,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('history_player_spans as span')
    .innerJoin('history_player_ranks as seen', (join) =>
      join.onRef('seen.board', '=', 'span.board').onRef('seen.span_ms', '=', 'span.from_ms'),
    )
    .select('seen.at_ms')
    .where('span.board', '=', board)
    // A span is no longer than a day.
    .where('span.from_ms', '>', fromMs - DAY_MS)
    .where('span.from_ms', '<', untilMs)
    .where('span.until_ms', '>=', fromMs)
    .where('seen.player', '=', playerId)
    .where('seen.rank', 'is not', null)
    .where('seen.at_ms', '<', untilMs)
    .orderBy('span.from_ms')
    .orderBy('seen.at_ms')
    .limit(1)
    .executeTakeFirst()
  return row?.at_ms
}

/** Seeks the span of each time, in it the rank of the player, and the points of that rank. */
async function readSamples(
  database: HistoryDatabase,
  board: number,
  playerId: string,
  times: readonly number[],
): Promise<readonly PlayerSample[]> {
  if (times.length === 0) return []
  const listed = sql.join(times.map((atMs) => sql`(cast(${atMs} as bigint))`))
  const spanAt = sql`(
    select case when s.until_ms >= t.at_ms then s.from_ms end from history_player_spans s
    where s.board = ${board} and s.from_ms <= t.at_ms
    order by s.from_ms desc limit 1)`
  const rankAt = sql`(
    select r.rank from history_player_ranks r
    where r.board = ${board} and r.span_ms = spans.span_ms and r.player = ${playerId}
      and r.at_ms <= spans.at_ms
    order by r.at_ms desc limit 1)`
  const { rows } = await sql<{ at_ms: number; rank: number | null; points: number | null }>`
    with times as (select column1 as at_ms from (values ${listed}) as listed),
      spans as (select t.at_ms as at_ms, ${spanAt} as span_ms from times t),
      ranks as (select spans.at_ms as at_ms, ${rankAt} as rank from spans)
    select ranks.at_ms as at_ms, ranks.rank as rank,
      ${pointsAt(board, sql.ref('ranks.rank'), sql.ref('ranks.at_ms'))} as points
    from ranks order by ranks.at_ms`.execute(database)
  return rows.map(({ at_ms: atMs, rank, points }) => ({
    atMs,
    rank: rank ?? undefined,
    points: points ?? undefined,
  }))
}
