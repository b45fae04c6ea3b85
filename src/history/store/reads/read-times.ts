import { sql, type RawBuilder } from '#libraries/kysely'
import type { HistoryDatabase } from '../history-schema.ts'

/** A range of the snapshots of a board. Times are Unix milliseconds; the end is exclusive. */
export interface TimesQuery {
  readonly board: number
  readonly fromMs: number
  readonly untilMs: number
  /**
   * 0 for every snapshot, else the last one of each step of this many milliseconds since the Unix
   * epoch.
   */
  readonly stepMs: number
  /** Maximum number, from the start of the range. */
  readonly max: number
}

/** The time of a snapshot and its rank set; null for the whole board. */
export interface SnapshotTime {
  readonly at_ms: number
  readonly rank_set: number | null
}

/**
 * Reads the times of snapshots, ascending. Of a long step, seeks only the first and the last one.
 */
export async function readTimes(
  database: HistoryDatabase,
  query: TimesQuery,
): Promise<readonly SnapshotTime[]> {
  const { rows } = await (query.stepMs === 0 ? selectEach(query) : selectLasts(query)).execute(
    database,
  )
  return rows.toSorted((one, other) => one.at_ms - other.at_ms)
}

/** Reads the newest snapshot time at or before a time (Unix ms), or the newest of all. */
export async function readNewest(
  database: HistoryDatabase,
  board: number,
  atMs = Number.MAX_SAFE_INTEGER,
): Promise<SnapshotTime | undefined> {
  return database
    .selectFrom('history_snapshots')
    .select(['at_ms', 'rank_set'])
    .where('board', '=', board)
    .where('at_ms', '<=', atMs)
    .orderBy('at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function selectEach({ board, fromMs, untilMs, max }: TimesQuery): RawBuilder<SnapshotTime> {
  return sql`
    select at_ms, rank_set from history_snapshots
    where board = ${board} and at_ms >= ${fromMs} and at_ms < ${untilMs}
    order by at_ms limit ${max}`
}

/**
 * From the first snapshot of a step, seeks that of the next one, and from it the last one of its
 * step. Each is a scalar query bounded on both sides, so that no query planner scans the rows
 * between.
 */
function selectLasts({
  board,
  fromMs,
  untilMs,
  stepMs,
  max,
}: TimesQuery): RawBuilder<SnapshotTime> {
  const firstFrom = (ms: RawBuilder<unknown>) => sql`(
    select s.at_ms from history_snapshots s
    where s.board = ${board} and s.at_ms >= ${ms} and s.at_ms < ${untilMs}
    order by s.at_ms limit 1)`
  const lastBefore = (ms: RawBuilder<unknown>, column: RawBuilder<unknown>) => sql`(
    select ${column} from history_snapshots s
    where s.board = ${board} and s.at_ms < case when ${ms} < ${untilMs} then ${ms} else ${untilMs} end
    order by s.at_ms desc limit 1)`
  const step = sql`cast(${stepMs} as bigint)`
  const end = sql`(steps.first_ms / ${step} + 1) * ${step}`
  return sql`
    with recursive steps(first_ms, place) as (
      select ${firstFrom(sql`${fromMs}`)}, 1
      union all
      select ${firstFrom(end)}, steps.place + 1 from steps
      where steps.first_ms is not null and steps.place < ${max}
    )
    select ${lastBefore(end, sql`s.at_ms`)} as at_ms, ${lastBefore(end, sql`s.rank_set`)} as rank_set
    from steps where steps.first_ms is not null`
}
