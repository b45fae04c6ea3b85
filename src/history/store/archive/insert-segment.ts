import { STATEMENT_ROWS } from '../../../platform/sql/row-limits.ts'
import { sql } from '#libraries/kysely'
import type { Snapshot } from '../../../game/board.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import { ensureRankSet } from '../board-store.ts'
import { markChangedDay } from '../changed-days.ts'
import { markPlayersUnknown } from '../players/record-players.ts'
import { knownRanks, readRankPoints } from '../reads/rank-points.ts'
import { readTimes } from '../reads/read-times.ts'
import type { HistoryDatabase } from '../history-schema.ts'

/** The value of a rank from a time on. */
interface Change {
  readonly board: number
  readonly rank: number
  readonly at_ms: number
  readonly points: number | null
}

/**
 * Inserts a segment of snapshots, ascending, into a board that has none in its range. Does not
 * change how other snapshots read. Runs in the transaction of its caller, who excludes other
 * writers.
 */
export async function insertSegment(
  database: HistoryDatabase,
  board: number,
  segment: readonly Snapshot[],
  importNumber: number | null = null,
): Promise<void> {
  const [first, last] = [segment[0], segment.at(-1)]
  if (first === undefined || last === undefined) return
  const nextMs = await readNextMs(database, board, last.fetchedAtMs)
  const readAll = async (atMs: number) =>
    new Map(await readRankPoints(database, board, undefined, atMs))
  const current = await readAll(first.fetchedAtMs - 1)
  const later = nextMs === undefined ? undefined : await readAll(nextMs)
  await dropChanges(database, board, first.fetchedAtMs, nextMs ?? Number.MAX_SAFE_INTEGER)

  const writer = changesWriter(database)
  for (const snapshot of segment) {
    await writer.add(changesOf(board, current, snapshot))
    await database
      .insertInto('history_snapshots')
      .values({
        board,
        at_ms: snapshot.fetchedAtMs,
        rank_set: await ensureRankSet(database, snapshot.ranks),
        import: importNumber,
      })
      .execute()
  }
  if (nextMs !== undefined && later !== undefined) {
    await writer.add(differences(board, nextMs, current, later))
  }
  await writer.flush()
  await markPlayersUnknown(database, board, first.fetchedAtMs, last.fetchedAtMs)
  for (const atMs of firstOfDays(segment)) await markChangedDay(database, board, atMs)
  const firstMs = first.fetchedAtMs
  await database
    .updateTable('history_boards')
    .set(({ eb }) => ({
      snapshots: eb('snapshots', '+', segment.length),
      // The new snapshots are not downsampled yet.
      thinned_ms: sql`case when thinned_ms > ${firstMs} then ${firstMs} else thinned_ms end`,
    }))
    .where('id', '=', board)
    .execute()
}

/** Returns one snapshot time per day. */
function firstOfDays(segment: readonly Snapshot[]): readonly number[] {
  const times = segment.map(({ fetchedAtMs }) => fetchedAtMs)
  return [...new Map(times.map((atMs) => [Math.floor(atMs / DAY_MS), atMs])).values()]
}

async function readNextMs(
  database: HistoryDatabase,
  board: number,
  afterMs: number,
): Promise<number | undefined> {
  const untilMs = Number.MAX_SAFE_INTEGER
  const [next] = await readTimes(database, {
    board,
    fromMs: afterMs + 1,
    untilMs,
    stepMs: 0,
    max: 1,
  })
  return next?.at_ms
}

/**
 * Deletes changes between snapshots; downsampling leaves changes there that the later snapshots
 * rely on.
 */
async function dropChanges(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  untilMs: number,
): Promise<void> {
  await sql`
    delete from history_points where board = ${board} and (rank, at_ms) in (
      select change.rank, change.at_ms
      from ${knownRanks(board)} as known cross join history_points change
      where change.board = ${board} and change.rank = known.rank
        and change.at_ms >= ${fromMs} and change.at_ms < ${untilMs}
    )`.execute(database)
}

/**
 * Returns the changes from `current` to a snapshot, and updates `current`. Unwatched ranks stay as
 * they are.
 */
function changesOf(
  board: number,
  current: Map<number, number>,
  { fetchedAtMs, ranks, rows }: Snapshot,
): readonly Change[] {
  const now = new Map(rows.map(({ rank, points }) => [rank, points]))
  const watched = ranks ?? [...new Set([...current.keys(), ...now.keys()])]
  const changed = watched
    .filter((rank) => current.get(rank) !== now.get(rank))
    .map((rank) => ({ board, rank, at_ms: fetchedAtMs, points: now.get(rank) ?? null }))
  for (const { rank, points } of changed) {
    if (points === null) current.delete(rank)
    else current.set(rank, points)
  }
  return changed
}

/** Returns the changes at a time that lead from `current` to `wanted`. */
function differences(
  board: number,
  atMs: number,
  current: ReadonlyMap<number, number>,
  wanted: ReadonlyMap<number, number>,
): readonly Change[] {
  return [...new Set([...current.keys(), ...wanted.keys()])]
    .filter((rank) => current.get(rank) !== wanted.get(rank))
    .map((rank) => ({ board, rank, at_ms: atMs, points: wanted.get(rank) ?? null }))
}

/** Creates a batching writer of changes. A change that already exists at that time is the same. */
function changesWriter(database: HistoryDatabase) {
  let waiting: Change[] = []
  const write = async (changes: readonly Change[]) => {
    await database
      .insertInto('history_points')
      .values(changes)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return {
    add: async (changes: readonly Change[]) => {
      waiting.push(...changes)
      while (waiting.length >= STATEMENT_ROWS) await write(waiting.splice(0, STATEMENT_ROWS))
    },
    flush: async () => {
      if (waiting.length > 0) await write(waiting)
      waiting = []
    },
  }
}
