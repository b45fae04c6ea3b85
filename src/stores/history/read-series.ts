import type { Gap, RankSeries, SeriesQuery, SeriesReply } from '../../domain/history-store.ts'
import { findBoard, readRankSets } from './boards.ts'
import { gapOf } from './gaps.ts'
import { readEach, readSome } from './read-columns.ts'
import { readTimes, type SnapshotTime } from './read-times.ts'
import type { HistoryDatabase } from './schema.ts'

/**
 * Reads a part of the history of a board, in the transaction of its caller. The work is bounded by the numbers of ranks
 * and of snapshots that are asked for, however long the range is: where snapshots are left out, what is shown in the
 * others is sought.
 */
export async function readSeries(
  database: HistoryDatabase,
  query: SeriesQuery,
): Promise<SeriesReply> {
  const { ranks, fromMs, stepMs, snapshotsMax } = query
  const board = await findBoard(database, query.board)
  if (board === undefined) {
    return {
      series: ranks.map((rank) => ({ rank, points: [] })),
      gaps: [],
      nextFromMs: undefined,
    }
  }
  const cutMs = stepMs === 0 ? undefined : await cutByGaps(database, board, query)
  const untilMs = cutMs ?? query.untilMs
  // One more than is given, to know whether there is more.
  const max = snapshotsMax + 1
  const times = await readTimes(database, { board, fromMs, untilMs, stepMs, max })
  const nextFromMs = times[snapshotsMax]?.at_ms ?? cutMs
  return {
    series: await seriesOf(database, board, query, times.slice(0, snapshotsMax)),
    gaps: await readGaps(database, board, fromMs, nextFromMs ?? untilMs),
    nextFromMs,
  }
}

/** Leaves out the snapshots in which a rank was not asked for: what it showed then is not known. */
async function seriesOf(
  database: HistoryDatabase,
  board: number,
  { ranks, stepMs }: SeriesQuery,
  times: readonly SnapshotTime[],
): Promise<readonly RankSeries[]> {
  if (times.length === 0) return ranks.map((rank) => ({ rank, points: [] }))
  const columns = await (stepMs === 0 ? readEach : readSome)(database, board, ranks, times)
  const ids = new Set(times.map(({ rank_set: id }) => id))
  const sets = await readRankSets(
    database,
    [...ids].filter((id) => id !== null),
  )
  return [...columns].map(([rank, points]) => {
    const isAsked = new Map([...ids].map((id) => [id, id === null || sets.get(id)?.has(rank)]))
    return {
      rank,
      points: times
        .map(({ at_ms: atMs }, place) => ({ atMs, points: points[place] }))
        .filter((_, place) => isAsked.get(times[place]?.rank_set ?? null) === true),
    }
  })
}

/**
 * In a long step there may be any number of gaps. So the range is cut, at the start of a step, where there are more of
 * them than snapshots may be given; never before the end of the first step.
 */
async function cutByGaps(
  database: HistoryDatabase,
  board: number,
  { fromMs, untilMs, stepMs, snapshotsMax }: SeriesQuery,
): Promise<number | undefined> {
  const tooMany = await database
    .selectFrom('history_gaps')
    .select('from_ms')
    .where('board', '=', board)
    .where('from_ms', '>', fromMs)
    .where('from_ms', '<', untilMs)
    .orderBy('from_ms')
    .limit(1)
    .offset(snapshotsMax)
    .executeTakeFirst()
  if (tooMany === undefined) return undefined
  const stepOf = (ms: number) => Math.floor(ms / stepMs)
  const cutMs = Math.max(stepOf(tooMany.from_ms), stepOf(fromMs) + 1) * stepMs
  return cutMs < untilMs ? cutMs : undefined
}

/** The gaps that touch a range. They do not overlap, so that of those before it only the last one may. */
async function readGaps(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  untilMs: number,
): Promise<readonly Gap[]> {
  const before = await database
    .selectFrom('history_gaps')
    .select('from_ms')
    .where('board', '=', board)
    .where('from_ms', '<=', fromMs)
    .orderBy('from_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = await database
    .selectFrom('history_gaps')
    .selectAll()
    .where('board', '=', board)
    .where('from_ms', '>=', before?.from_ms ?? fromMs)
    .where('from_ms', '<', untilMs)
    .where(({ or, eb }) => or([eb('until_ms', 'is', null), eb('until_ms', '>', fromMs)]))
    .orderBy('from_ms')
    .execute()
  return rows.map(gapOf)
}
