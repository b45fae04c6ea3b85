import { sql } from '#libraries/kysely'
import type { Board, BoardRow, Snapshot } from '../../../game/board.ts'
import type { EndedGap } from '../../history-archive.ts'
import type { Region } from '../../../game/region.ts'
import { boardOf, findBoard, ranksOf, readRankSets } from '../board-store.ts'
import { gapOf } from '../gap-store.ts'
import { knownRanks, readRankPoints } from '../reads/rank-points.ts'
import type { HistoryDatabase } from '../history-schema.ts'
import { readTimes } from '../reads/read-times.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'

/** Limit of a query; no history has as many days. */
const DAYS_MAX = 100_000

/** Reads the boards of a region that have history, ordered by kind and first appearance. */
export async function readBoards(
  database: HistoryDatabase,
  region: Region,
): Promise<readonly Board[]> {
  return (await readBoardRows(database, region)).map(boardOf)
}

async function readBoardRows(database: HistoryDatabase, region: Region) {
  return database
    .selectFrom('history_boards as board')
    .selectAll()
    .where('region', '=', region)
    .where((eb) =>
      eb.or([
        eb('snapshots', '>', 0),
        eb.exists(
          eb
            .selectFrom('history_gaps as gap')
            .select('gap.board')
            .whereRef('gap.board', '=', 'board.id'),
        ),
      ]),
    )
    .orderBy('kind')
    .orderBy('id')
    .execute()
}

/**
 * Implements `HistoryArchive.daysWithoutFile`: the days of a region that end at or before
 * `untilMs`, have a snapshot or the end of a gap, and no file or an outdated one.
 */
export async function readDaysWithoutFile(
  database: HistoryDatabase,
  region: Region,
  untilMs: number,
  max: number,
): Promise<readonly number[]> {
  const days = new Set<number>()
  const endMs = Math.floor(untilMs / DAY_MS) * DAY_MS
  for (const { id } of await readBoardRows(database, region)) {
    const query = { board: id, fromMs: 0, untilMs: endMs, stepMs: DAY_MS, max: DAYS_MAX }
    for (const { at_ms: atMs } of await readTimes(database, query)) days.add(atMs - (atMs % DAY_MS))
    const { rows: ends } = await sql<{ day: number }>`
      select distinct until_ms / cast(${DAY_MS} as bigint) as day from history_gaps
      where board = ${id} and until_ms is not null and until_ms < ${endMs}`.execute(database)
    for (const { day } of ends) days.add(day * DAY_MS)
  }
  const made = await database
    .selectFrom('history_files')
    .select('day_ms')
    .where('region', '=', region)
    .union(
      database
        .selectFrom('history_imports')
        .select('day_ms')
        .where('region', '=', region)
        .where('ended', '=', 0),
    )
    .execute()
  for (const { day_ms: dayMs } of made) days.delete(dayMs)
  const changed = await database
    .selectFrom('history_changed_days as changed')
    .select('changed.day_ms')
    .where('changed.region', '=', region)
    .where('changed.day_ms', '<', endMs)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('history_imports as import')
            .select('import.sha256')
            .where('import.region', '=', region)
            .whereRef('import.day_ms', '=', 'changed.day_ms')
            .where('import.ended', '=', 0),
        ),
      ),
    )
    .execute()
  for (const { day_ms: dayMs } of changed) days.add(dayMs)
  return [...days].toSorted((one, other) => one - other).slice(0, max)
}

/**
 * Reads complete snapshots of a board in a range, in the transaction of its caller. Its cost is
 * bounded by `max` and the number of changes.
 */
export async function readSnapshots(
  database: HistoryDatabase,
  board: Board,
  range: { readonly fromMs: number; readonly untilMs: number; readonly max: number },
): Promise<readonly Snapshot[]> {
  const id = await findBoard(database, board)
  if (id === undefined) return []
  const times = await readTimes(database, { ...range, board: id, stepMs: 0 })
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return []
  const sets = await readRankSets(database, [
    ...new Set(times.flatMap(({ rank_set: set }) => (set === null ? [] : [set]))),
  ])
  const points = new Map(await readRankPoints(database, id, undefined, first.at_ms))
  const { rows: changes } = await sql<{ rank: number; at_ms: number; points: number | null }>`
    select change.rank as rank, change.at_ms as at_ms, change.points as points
    from ${knownRanks(id)} as known join history_points change
      on change.board = ${id} and change.rank = known.rank
        and change.at_ms > ${first.at_ms} and change.at_ms <= ${last.at_ms}
    order by change.at_ms`.execute(database)
  let next = 0
  return times.map(({ at_ms: fetchedAtMs, rank_set: set }): Snapshot => {
    for (let change; (change = changes[next]) && change.at_ms <= fetchedAtMs; next += 1) {
      if (change.points === null) points.delete(change.rank)
      else points.set(change.rank, change.points)
    }
    const ranks = ranksOf(sets, set)
    return { board, fetchedAtMs, ranks, rows: rowsOf(points, ranks) }
  })
}

function rowsOf(
  points: ReadonlyMap<number, number>,
  ranks: readonly number[] | undefined,
): readonly BoardRow[] {
  const requested = ranks ?? [...points.keys()].toSorted((one, other) => one - other)
  return requested.flatMap((rank) => {
    const held = points.get(rank)
    return held === undefined ? [] : [{ rank, points: held, holders: [] }]
  })
}

/** Reads the gaps of a board that ended in a range, by their start. */
export async function readEndedGaps(
  database: HistoryDatabase,
  board: Board,
  fromMs: number,
  untilMs: number,
): Promise<readonly EndedGap[]> {
  const id = await findBoard(database, board)
  if (id === undefined) return []
  const rows = await database
    .selectFrom('history_gaps')
    .selectAll()
    .where('board', '=', id)
    .where('until_ms', '>=', fromMs)
    .where('until_ms', '<', untilMs)
    .orderBy('from_ms')
    .execute()
  return rows.map((row) => gapOf(row) as EndedGap)
}
