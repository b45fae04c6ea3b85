import { inChunks } from '../../platform/sql/row-limits.ts'
import type { Board, Snapshot } from '../../game/board.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import type { Anomaly, AnomalyKind, AnomalyQuery, AnomalyReply } from '../anomaly.ts'
import { findBoard } from './board-store.ts'
import type { HistoryDatabase } from './history-schema.ts'

/** Anomalies stored per run of an event, or per UTC day of a song; further ones are counted. */
const STORED_MAX = 1_000

/** A snapshot that is about to be written. */
export interface CheckedSnapshot {
  readonly snapshot: Snapshot
  /** The id of its board. */
  readonly board: number
  /** The fetch time of the previous snapshot; `undefined` without one. */
  readonly lastMs: number | undefined
  /** The points by rank in the previous snapshot. */
  readonly before: ReadonlyMap<number, number>
  /** The ranks whose holder is on a board of another region. */
  readonly wrongRegionRanks: readonly number[]
}

/**
 * Records the anomalies of a snapshot, in the transaction of its caller: points that fell since the
 * previous snapshot of the same run, and holders of another region.
 */
export async function recordAnomalies(
  database: HistoryDatabase,
  { snapshot, board, lastMs, before, wrongRegionRanks }: CheckedSnapshot,
): Promise<void> {
  const { fetchedAtMs, rows } = snapshot
  const fallen = rows.filter(({ rank, points }) => points < (before.get(rank) ?? 0))
  if (fallen.length === 0 && wrongRegionRanks.length === 0) return
  const runMs = await runStartOf(database, snapshot.board, fetchedAtMs)
  const isSameRun = lastMs !== undefined && (snapshot.board.kind !== 'event' || lastMs >= runMs)
  const wrong = new Set(wrongRegionRanks)
  const rowOf = (kind: AnomalyKind, rank: number, points: number) => ({
    board,
    at_ms: fetchedAtMs,
    rank,
    kind,
    points_before: kind === 'points_fell' ? (before.get(rank) ?? null) : null,
    points_after: points,
  })
  const found = [
    ...(isSameRun ? fallen.map(({ rank, points }) => rowOf('points_fell', rank, points)) : []),
    ...rows
      .filter(({ rank }) => wrong.has(rank))
      .map(({ rank, points }) => rowOf('wrong_region', rank, points)),
  ]
  if (found.length === 0) return
  const { anomalies } = await database
    .insertInto('history_anomaly_runs')
    .values({ board, run_ms: runMs, anomalies: found.length })
    .onConflict((conflict) =>
      conflict.columns(['board', 'run_ms']).doUpdateSet(({ eb }) => ({
        anomalies: eb('history_anomaly_runs.anomalies', '+', found.length),
      })),
    )
    .returning('anomalies')
    .executeTakeFirstOrThrow()
  const stored = found.slice(0, Math.max(0, STORED_MAX - (anomalies - found.length)))
  for (const part of inChunks(stored)) {
    await database.insertInto('history_anomalies').values(part).execute()
  }
}

/**
 * Returns whether a read of anomalies can return any: most boards have none, which one statement
 * tells without a transaction.
 */
export async function hasAnomalies(
  database: HistoryDatabase,
  { board: { region, kind, id }, fromMs, untilMs }: AnomalyQuery,
): Promise<boolean> {
  const found = await database
    .selectFrom('history_boards as board')
    .select('board.id')
    .where('board.region', '=', region)
    .where('board.kind', '=', kind)
    .where('board.board_id', '=', id)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('history_anomalies as anomaly')
            .select('anomaly.at_ms')
            .whereRef('anomaly.board', '=', 'board.id')
            .where('anomaly.at_ms', '>=', fromMs)
            .where('anomaly.at_ms', '<', untilMs),
        ),
        eb.exists(
          eb
            .selectFrom('history_anomaly_runs as run')
            .select('run.run_ms')
            .whereRef('run.board', '=', 'board.id')
            .where('run.run_ms', '<', untilMs)
            .where('run.anomalies', '>', STORED_MAX),
        ),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Reads anomalies in the transaction of its caller. */
export async function readAnomalies(
  database: HistoryDatabase,
  { board: wanted, ranks, fromMs, untilMs, max }: AnomalyQuery,
): Promise<AnomalyReply> {
  const board = await findBoard(database, wanted)
  if (board === undefined) return { anomalies: [], omitted: 0 }
  const inRange = database
    .selectFrom('history_anomalies')
    .where('board', '=', board)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', untilMs)
    .where('rank', 'in', ranks)
  const rows = await inRange
    .selectAll()
    .orderBy('at_ms')
    .orderBy('rank')
    .orderBy('kind')
    .limit(max)
    .execute()
  const counted =
    rows.length < max
      ? rows.length
      : (await inRange.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n
  const runs = await database
    .selectFrom('history_anomaly_runs')
    .select('anomalies')
    .where('board', '=', board)
    .where('run_ms', '>=', await runStartOf(database, wanted, fromMs))
    .where('run_ms', '<', untilMs)
    .where('anomalies', '>', STORED_MAX)
    .execute()
  const beyond = runs.reduce((sum, { anomalies }) => sum + anomalies - STORED_MAX, 0)
  return { anomalies: rows.map(anomalyOf), omitted: Number(counted) - rows.length + beyond }
}

/** Deletes the anomalies of a board before `beforeMs`. */
export async function dropAnomalies(
  database: HistoryDatabase,
  board: number,
  beforeMs: number,
): Promise<void> {
  await database
    .deleteFrom('history_anomalies')
    .where('board', '=', board)
    .where('at_ms', '<', beforeMs)
    .execute()
  await database
    .deleteFrom('history_anomaly_runs')
    .where('board', '=', board)
    .where('run_ms', '<', beforeMs)
    .execute()
}

/** Returns the start of the run that an event board shows; for songs, the start of the UTC day. */
async function runStartOf(
  database: HistoryDatabase,
  { region, kind, id }: Board,
  atMs: number,
): Promise<number> {
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS
  if (kind !== 'event') return dayMs
  const run = await database
    .selectFrom('history_events')
    .select(({ fn }) => fn.max('starts_at_ms').as('starts_at_ms'))
    .where('region', '=', region)
    .where('event_id', '=', id)
    .where('starts_at_ms', '<=', atMs)
    .executeTakeFirst()
  return run?.starts_at_ms ?? 0
}

function anomalyOf(row: {
  readonly at_ms: number
  readonly kind: string
  readonly rank: number
  readonly points_before: number | null
  readonly points_after: number
}): Anomaly {
  return {
    atMs: row.at_ms,
    kind: row.kind as AnomalyKind,
    rank: row.rank,
    before: row.points_before ?? undefined,
    after: row.points_after,
  }
}
