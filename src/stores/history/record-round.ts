import type { Snapshot } from '../../domain/board.ts'
import type { Round } from '../../domain/history-store.ts'
import { ensureBoard, ensureRankSet } from './boards.ts'
import { endEarlierGap, endGap, widenGap } from './gaps.ts'
import { readRankPoints } from './rank-points.ts'
import { readNewest } from './read-times.ts'
import type { HistoryDatabase } from './schema.ts'

/** Rows of one statement: databases bound its parameters. */
const ROWS_MAX = 1_000

/** Writes what came of one reading, in the transaction of its caller, who holds the lease. */
export async function recordRound(database: HistoryDatabase, round: Round): Promise<void> {
  const board = await ensureBoard(
    database,
    'snapshot' in round ? round.snapshot.board : round.board,
  )
  const lastMs = (await readNewest(database, board))?.at_ms
  const watch = await readWatch(database, board)
  // A board that is watched for a second time begins anew: what was between the two nobody was to collect.
  const beginsMs = watch?.from_ms ?? 0
  const isFresh = lastMs === undefined || lastMs < beginsMs
  const atMs = 'snapshot' in round ? round.snapshot.fetchedAtMs : round.atMs
  if (atMs >= beginsMs) await endEarlierGap(database, board, beginsMs)
  if (!('snapshot' in round)) {
    return widenGap(database, board, isFresh ? round.atMs : lastMs, round.reason)
  }
  const { fetchedAtMs } = round.snapshot
  if (lastMs !== undefined && fetchedAtMs <= lastMs) {
    // Written again by who did not hear that it was written, it is there.
    const known = await readNewest(database, board, fetchedAtMs)
    if (known?.at_ms === fetchedAtMs) return
    return widenGap(database, board, lastMs, 'clock')
  }
  await endGap(database, board, fetchedAtMs)
  await recordSnapshot(database, board, round.snapshot)
}

async function recordSnapshot(
  database: HistoryDatabase,
  board: number,
  { fetchedAtMs, ranks, rows }: Snapshot,
): Promise<void> {
  const rankSet = await ensureRankSet(database, ranks)
  const before = await readRankPoints(database, board, ranks, fetchedAtMs)
  const now = new Map(rows.map(({ rank, points }) => [rank, points]))
  const changed = (ranks ?? [...new Set([...before.keys(), ...now.keys()])])
    .filter((rank) => before.get(rank) !== now.get(rank))
    .map((rank) => ({ board, rank, at_ms: fetchedAtMs, points: now.get(rank) ?? null }))
  for (let start = 0; start < changed.length; start += ROWS_MAX) {
    const part = changed.slice(start, start + ROWS_MAX)
    await database.insertInto('history_points').values(part).execute()
  }
  await database
    .insertInto('history_snapshots')
    .values({ board, at_ms: fetchedAtMs, rank_set: rankSet })
    .execute()
  await database
    .updateTable('history_boards')
    .set(({ eb }) => ({ snapshots: eb('snapshots', '+', 1) }))
    .where('id', '=', board)
    .execute()
  const holders = JSON.stringify(
    rows.map((row) => [row.rank, row.holders.map(({ id, name }) => [id, name])]),
  )
  await database
    .insertInto('history_holders')
    .values({ board, at_ms: fetchedAtMs, holders })
    .onConflict((conflict) => conflict.column('board').doUpdateSet({ at_ms: fetchedAtMs, holders }))
    .execute()
}

async function readWatch(database: HistoryDatabase, board: number) {
  return database
    .selectFrom('history_watches')
    .select('from_ms')
    .where('board', '=', board)
    .executeTakeFirst()
}
