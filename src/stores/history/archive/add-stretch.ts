import { sql } from '#libraries/kysely'
import type { Snapshot } from '../../../domain/board.ts'
import { ensureRankSet } from '../boards.ts'
import { knownRanks, readRankPoints } from '../rank-points.ts'
import { readTimes } from '../read-times.ts'
import type { HistoryDatabase } from '../schema.ts'

/** Rows of one statement: databases bound its parameters. */
const ROWS_MAX = 1_000

/** A value of a rank from a time on. */
interface Change {
  readonly board: number
  readonly rank: number
  readonly at_ms: number
  readonly points: number | null
}

/**
 * Adds snapshots of a board among those that are known: ascending, with none that is known from the first to the last of them. What
 * lies before and behind them reads as it did. In the transaction of its caller, which nobody else writes beside.
 */
export async function addStretch(
  database: HistoryDatabase,
  board: number,
  stretch: readonly Snapshot[],
): Promise<void> {
  const [first, last] = [stretch[0], stretch.at(-1)]
  if (first === undefined || last === undefined) return
  const nextMs = await readNextMs(database, board, last.fetchedAtMs)
  const readAll = async (atMs: number) =>
    new Map(await readRankPoints(database, board, undefined, atMs))
  const current = await readAll(first.fetchedAtMs - 1)
  const behind = nextMs === undefined ? undefined : await readAll(nextMs)
  await dropChanges(database, board, first.fetchedAtMs, nextMs ?? Number.MAX_SAFE_INTEGER)

  const rowsOf = changesWriter(database)
  for (const snapshot of stretch) {
    await rowsOf.take(changesOf(board, current, snapshot))
    await database
      .insertInto('history_snapshots')
      .values({
        board,
        at_ms: snapshot.fetchedAtMs,
        rank_set: await ensureRankSet(database, snapshot.ranks),
      })
      .execute()
  }
  if (nextMs !== undefined && behind !== undefined) {
    await rowsOf.take(differences(board, nextMs, current, behind))
  }
  await rowsOf.end()
  const firstMs = first.fetchedAtMs
  await database
    .updateTable('history_boards')
    .set(({ eb }) => ({
      snapshots: eb('snapshots', '+', stretch.length),
      // What is new here has not been thinned.
      thinned_ms: sql`case when thinned_ms > ${firstMs} then ${firstMs} else thinned_ms end`,
    }))
    .where('id', '=', board)
    .execute()
}

async function readNextMs(
  database: HistoryDatabase,
  board: number,
  behindMs: number,
): Promise<number | undefined> {
  const untilMs = Number.MAX_SAFE_INTEGER
  const [next] = await readTimes(database, {
    board,
    fromMs: behindMs + 1,
    untilMs,
    stepMs: 0,
    max: 1,
  })
  return next?.at_ms
}

/** Drops changes that stand between snapshots: where thinning has dropped some, those behind them rest on such. */
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

/** What a snapshot changes in `current`, which is brought up to it. Ranks that were not asked for stay as they are. */
function changesOf(
  board: number,
  current: Map<number, number>,
  { fetchedAtMs, ranks, rows }: Snapshot,
): readonly Change[] {
  const now = new Map(rows.map(({ rank, points }) => [rank, points]))
  const asked = ranks ?? [...new Set([...current.keys(), ...now.keys()])]
  const changed = asked
    .filter((rank) => current.get(rank) !== now.get(rank))
    .map((rank) => ({ board, rank, at_ms: fetchedAtMs, points: now.get(rank) ?? null }))
  for (const { rank, points } of changed) {
    if (points === null) current.delete(rank)
    else current.set(rank, points)
  }
  return changed
}

/** What has to be said at a time so that ranks show `wanted` from there on, and not `current`. */
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

/** Writes changes, many with one statement. Where one is known at that time, it says the same. */
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
    take: async (changes: readonly Change[]) => {
      waiting.push(...changes)
      while (waiting.length >= ROWS_MAX) await write(waiting.splice(0, ROWS_MAX))
    },
    end: async () => {
      if (waiting.length > 0) await write(waiting)
      waiting = []
    },
  }
}
