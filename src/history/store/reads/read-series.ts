import type { Gap, Point, RankSeries, SeriesQuery, SeriesReply } from '../../history-store.ts'
import { findBoard, readRankSets } from '../board-store.ts'
import { gapOf } from '../gap-store.ts'
import { readByScan, readBySeek } from './read-columns.ts'
import { readTimes, type SnapshotTime } from './read-times.ts'
import type { HistoryDatabase } from '../history-schema.ts'

/**
 * Reads a part of the history of a board, in the transaction of its caller. The cost is bounded by
 * the numbers of ranks and snapshots, however long the range is: for steps, values are sought.
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
  // One more than returned, to know whether there is more.
  const max = snapshotsMax + 1
  const times = await readTimes(database, { board, fromMs, untilMs, stepMs, max })
  const nextFromMs = times[snapshotsMax]?.at_ms ?? cutMs
  return {
    series: await seriesOf(database, board, query, times.slice(0, snapshotsMax)),
    gaps: await readGaps(database, board, fromMs, nextFromMs ?? untilMs),
    nextFromMs,
  }
}

/** Omits the snapshots in which a rank was not polled: its value then is unknown. */
async function seriesOf(
  database: HistoryDatabase,
  board: number,
  { ranks, stepMs }: SeriesQuery,
  times: readonly SnapshotTime[],
): Promise<readonly RankSeries[]> {
  if (times.length === 0) return ranks.map((rank) => ({ rank, points: [] }))
  const columns = await (stepMs === 0 ? readByScan : readBySeek)(database, board, ranks, times)
  const ids = new Set(times.map(({ rank_set: id }) => id))
  const sets = await readRankSets(
    database,
    [...ids].filter((id) => id !== null),
  )
  return [...columns].map(([rank, points]) => {
    const isAsked = new Map([...ids].map((id) => [id, id === null || sets.get(id)?.has(rank)]))
    const polled: Point[] = []
    for (const [place, { at_ms: atMs, rank_set: set }] of times.entries()) {
      if (isAsked.get(set) === true) polled.push({ atMs, points: points[place] })
    }
    return { rank, points: polled }
  })
}

/**
 * A long step may contain any number of gaps. If there are more gaps than the maximum of snapshots,
 * cuts the range at the start of a step, but not before the end of the first step.
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

/**
 * Reads the gaps that touch a range. They do not overlap: of those before it only the last one may.
 */
async function readGaps(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  untilMs: number,
): Promise<readonly Gap[]> {
  const before = database
    .selectFrom('history_gaps')
    .select(({ fn }) => fn.max('from_ms').as('from_ms'))
    .where('board', '=', board)
    .where('from_ms', '<=', fromMs)
  const rows = await database
    .selectFrom('history_gaps')
    .selectAll()
    .where('board', '=', board)
    .where((eb) => eb('from_ms', '>=', eb.fn.coalesce(before, eb.val(fromMs))))
    .where('from_ms', '<', untilMs)
    .where((eb) => eb.or([eb('until_ms', 'is', null), eb('until_ms', '>', fromMs)]))
    .orderBy('from_ms')
    .execute()
  return rows.map(gapOf)
}
