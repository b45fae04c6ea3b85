import { sql } from '#libraries/kysely'
import { REGIONS } from '../../domain/region.ts'
import type { Retention } from '../../domain/history-store.ts'
import { dropLiveEntries } from './live-entries.ts'
import { knownRanks } from './rank-points.ts'
import { readTimes } from './read-times.ts'
import type { HistoryDatabase } from './schema.ts'

/** Snapshots, or live entries of a region, that one call looks at. It holds up other writers meanwhile. */
const BATCH = 500

/**
 * Drops a part of what is no longer kept, in the transaction of its caller, who holds the lease. Returns whether there
 * may be more. What remains reads as it did before.
 */
export async function thin(
  database: HistoryDatabase,
  retention: Retention,
  nowMs: number,
): Promise<boolean> {
  let more = false
  for (const region of REGIONS) {
    const dropped = await dropLiveEntries(database, region, nowMs - retention.liveMs, BATCH)
    more ||= dropped === BATCH
  }
  const { keptMs, rawMs, stepMs } = retention
  if (keptMs > 0 && (await dropOld(database, nowMs - keptMs))) return true
  return (await thinOneBoard(database, stepMs, nowMs - rawMs)) || more
}

/** Thins the next steps of one board that are over before `beforeMs`. Returns whether there was one to thin. */
async function thinOneBoard(
  database: HistoryDatabase,
  stepMs: number,
  beforeMs: number,
): Promise<boolean> {
  const endMs = Math.floor(beforeMs / stepMs) * stepMs
  const board = await database
    .selectFrom('history_boards')
    .select(['id', 'thinned_ms', 'thinned_step_ms'])
    .where('snapshots', '>', 0)
    .where(({ or, eb }) => or([eb('thinned_step_ms', '!=', stepMs), eb('thinned_ms', '<', endMs)]))
    .limit(1)
    .executeTakeFirst()
  if (board === undefined) return false
  // Other steps than before: whoever wants longer ones has all of it thinned anew.
  const startMs = board.thinned_step_ms === stepMs ? board.thinned_ms : 0
  const times = await nextTimes(database, board.id, startMs, endMs)
  const isLast = times.length < BATCH
  const dropped = times.filter((atMs, index) => {
    const next = times[index + 1]
    return next !== undefined && Math.floor(atMs / stepMs) === Math.floor(next / stepMs)
  })
  await dropSnapshots(database, board.id, dropped)
  await database
    .updateTable('history_boards')
    // The last one that was looked at may turn out not to be the last one of its step.
    .set({
      thinned_ms: isLast ? Math.max(startMs, endMs) : (times.at(-1) ?? endMs),
      thinned_step_ms: stepMs,
    })
    .where('id', '=', board.id)
    .execute()
  return true
}

/** Drops the oldest snapshots and gaps of one board that are before `beforeMs`. Returns whether there were any. */
async function dropOld(database: HistoryDatabase, beforeMs: number): Promise<boolean> {
  const board = await database
    .selectFrom('history_boards as board')
    .select('board.id')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('history_snapshots as snapshot')
            .select('snapshot.at_ms')
            .whereRef('snapshot.board', '=', 'board.id')
            .where('snapshot.at_ms', '<', beforeMs),
        ),
        exists(
          selectFrom('history_gaps as gap')
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
  await dropSnapshots(database, board.id, await nextTimes(database, board.id, 0, beforeMs))
  await database
    .deleteFrom('history_gaps')
    .where('board', '=', board.id)
    .where('from_ms', '<', beforeMs)
    .where('until_ms', '<=', beforeMs)
    .execute()
  return true
}

/** The times of the next snapshots of a board in a range, a batch of them. */
async function nextTimes(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  untilMs: number,
): Promise<readonly number[]> {
  const times = await readTimes(database, { board, fromMs, untilMs, stepMs: 0, max: BATCH })
  return times.map(({ at_ms: atMs }) => atMs)
}

/** Drops snapshots, ascending, and the changes that no remaining snapshot shows. */
async function dropSnapshots(
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
  await dropUnseenPoints(database, board, first, last)
}

/**
 * Drops what no snapshot shows any more: a change is shown by the snapshots from it up to the next change of its rank.
 * Of each rank it looks at the changes from `firstMs` to `lastMs` and at the last one before.
 */
async function dropUnseenPoints(
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
