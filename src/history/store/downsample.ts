import { sql } from '#libraries/kysely'
import { REGIONS } from '../../game/region.ts'
import type { Retention } from '../retention.ts'
import { dropAnomalies } from './anomaly-store.ts'
import { dropLiveEntries } from './live-entry-store.ts'
import { dropPlayers } from './players/drop-players.ts'
import { dropPredictions, downsamplePredictions } from './prediction-store.ts'
import { knownRanks } from './reads/rank-points.ts'
import { readTimes } from './reads/read-times.ts'
import type { HistoryDatabase, HistoryTables } from './history-schema.ts'

/** Maximum snapshots, or live entries of a region, per call, which blocks other writers. */
const BATCH = 500

/** Maximum ranks of players per call. */
const PLAYERS_BATCH = 5_000

/**
 * Deletes one batch of expired history, in the transaction of its caller, who holds the lease.
 * Returns whether more may remain. Does not change how the remaining snapshots read.
 */
export async function downsample(
  database: HistoryDatabase,
  retention: Retention,
  nowMs: number,
): Promise<boolean> {
  let more = false
  for (const region of REGIONS) {
    const dropped = await dropLiveEntries(database, region, nowMs - retention.liveMs, BATCH)
    more ||= dropped === BATCH
  }
  const { keptMs, rawMs, stepMs, playersMs } = retention
  more = (await dropPlayers(database, nowMs - playersMs, PLAYERS_BATCH)) || more
  const thinned = { thinMs: nowMs - rawMs, stepMs, max: BATCH }
  more ||= (await downsamplePredictions(database, thinned)) === BATCH
  if (keptMs > 0 && (await dropOld(database, nowMs - keptMs))) return true
  return (await downsampleBoard(database, stepMs, nowMs - rawMs)) || more
}

/**
 * Downsamples the next steps of one board that end before `beforeMs`. Returns whether there were
 * any.
 */
async function downsampleBoard(
  database: HistoryDatabase,
  stepMs: number,
  beforeMs: number,
): Promise<boolean> {
  const endMs = Math.floor(beforeMs / stepMs) * stepMs
  const board = await database
    .selectFrom('history_boards')
    .select(['id', 'region', 'kind', 'board_id', 'thinned_ms', 'thinned_step_ms'])
    .where('snapshots', '>', 0)
    .where((eb) => eb.or([eb('thinned_step_ms', '!=', stepMs), eb('thinned_ms', '<', endMs)]))
    .limit(1)
    .executeTakeFirst()
  if (board === undefined) return false
  // The configured step has changed: downsample from the start.
  const startMs = board.thinned_step_ms === stepMs ? board.thinned_ms : 0
  const times = await nextTimes(database, board.id, startMs, endMs)
  const isLast = times.length < BATCH
  const starts = await readStarts(database, board, times)
  const dropped = times.filter((atMs, index) => {
    const next = times[index + 1]
    if (next === undefined || Math.floor(atMs / stepMs) !== Math.floor(next / stepMs)) return false
    // The last snapshot before the next run is the final result of the previous one.
    return !starts.some((startsAtMs) => atMs < startsAtMs && startsAtMs <= next)
  })
  await dropSnapshots(database, board.id, dropped)
  await database
    .updateTable('history_boards')
    // The last snapshot of the batch may not be the last one of its step.
    .set({
      thinned_ms: isLast ? Math.max(startMs, endMs) : (times.at(-1) ?? endMs),
      thinned_step_ms: stepMs,
    })
    .where('id', '=', board.id)
    .execute()
  return true
}

/**
 * Reads the starts of runs of a board's event between the first and the last of some times (Unix
 * ms); none for boards of songs.
 */
async function readStarts(
  database: HistoryDatabase,
  {
    region,
    kind,
    board_id: id,
  }: Pick<HistoryTables['history_boards'], 'region' | 'kind' | 'board_id'>,
  times: readonly number[],
): Promise<readonly number[]> {
  const [first, last] = [times[0], times.at(-1)]
  if (kind !== 'event' || first === undefined || last === undefined) return []
  const rows = await database
    .selectFrom('history_events')
    .select('starts_at_ms')
    .where('region', '=', region)
    .where('event_id', '=', id)
    .where('starts_at_ms', '>', first)
    .where('starts_at_ms', '<=', last)
    .execute()
  return rows.map(({ starts_at_ms: startMs }) => startMs)
}

/**
 * Deletes the oldest snapshots and gaps of one board before `beforeMs`. Returns whether there were
 * any.
 */
async function dropOld(database: HistoryDatabase, beforeMs: number): Promise<boolean> {
  const board = await database
    .selectFrom('history_boards as board')
    .select('board.id')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('history_snapshots as snapshot')
            .select('snapshot.at_ms')
            .whereRef('snapshot.board', '=', 'board.id')
            .where('snapshot.at_ms', '<', beforeMs),
        ),
        eb.exists(
          eb
            .selectFrom('history_gaps as gap')
            .select('gap.from_ms')
            .whereRef('gap.board', '=', 'board.id')
            .where('gap.from_ms', '<', beforeMs)
            .where('gap.until_ms', '<=', beforeMs),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (board === undefined) return false
  await dropAnomalies(database, board.id, beforeMs)
  await dropPredictions(database, board.id, beforeMs)
  await dropSnapshots(database, board.id, await nextTimes(database, board.id, 0, beforeMs))
  await database
    .deleteFrom('history_gaps')
    .where('board', '=', board.id)
    .where('from_ms', '<', beforeMs)
    .where('until_ms', '<=', beforeMs)
    .execute()
  return true
}

/** Reads the times of the next batch of snapshots of a board in a range. */
async function nextTimes(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  untilMs: number,
): Promise<readonly number[]> {
  const times = await readTimes(database, { board, fromMs, untilMs, stepMs: 0, max: BATCH })
  return times.map(({ at_ms: atMs }) => atMs)
}

/** Deletes snapshots, ascending, and the changes that no remaining snapshot shows. */
export async function dropSnapshots(
  database: HistoryDatabase,
  board: number,
  times: readonly number[],
): Promise<void> {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return
  await database
    .deleteFrom('history_snapshots')
    .where('board', '=', board)
    .where('at_ms', 'in', times)
    .execute()
  await database
    .updateTable('history_boards')
    .set(({ eb }) => ({ snapshots: eb('snapshots', '-', times.length) }))
    .where('id', '=', board)
    .execute()
  await dropUnreferencedPoints(database, board, first, last)
}

/**
 * Deletes changes that no snapshot shows. A change is shown by the snapshots from its time until
 * the next change of its rank. Considers, per rank, the changes from `firstMs` to `lastMs` and the
 * last one before.
 */
async function dropUnreferencedPoints(
  database: HistoryDatabase,
  board: number,
  firstMs: number,
  lastMs: number,
): Promise<void> {
  const lastBefore = sql`(
    select max(p.at_ms) from history_points p
    where p.board = ${board} and p.rank = known.rank and p.at_ms <= ${firstMs})`
  const nextChange = sql`(
    select min(p.at_ms) from history_points p
    where p.board = ${board} and p.rank = known.rank and p.at_ms > change.at_ms)`
  await sql`
    delete from history_points where board = ${board} and (rank, at_ms) in (
      select change.rank, change.at_ms
      from ${knownRanks(board)} as known cross join history_points change
      where change.board = ${board} and change.rank = known.rank
        and change.at_ms >= coalesce(${lastBefore}, ${firstMs}) and change.at_ms <= ${lastMs}
        and not exists (
          select 1 from history_snapshots s
          where s.board = ${board} and s.at_ms >= change.at_ms
            and s.at_ms < coalesce(${nextChange}, ${Number.MAX_SAFE_INTEGER})
        )
    )`.execute(database)
}
