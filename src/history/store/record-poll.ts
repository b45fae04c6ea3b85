import { inChunks } from '../../platform/sql/row-limits.ts'
import type { Snapshot } from '../../game/board.ts'
import type { PollResult } from '../history-store.ts'
import { recordAnomalies } from './anomaly-store.ts'
import { ensureBoard, ensureRankSet } from './board-store.ts'
import { markChangedDay } from './changed-days.ts'
import { endEarlierGap, endGap, widenGap } from './gap-store.ts'
import { packHolders } from './holder-rows.ts'
import { recordPlayers } from './players/record-players.ts'
import { readRankPoints } from './reads/rank-points.ts'
import { readNewest } from './reads/read-times.ts'
import type { HistoryDatabase } from './history-schema.ts'

/** Writes one poll result, in the transaction of its caller, who holds the lease. */
export async function recordPoll(database: HistoryDatabase, result: PollResult): Promise<void> {
  const board = await ensureBoard(
    database,
    'snapshot' in result ? result.snapshot.board : result.board,
  )
  const lastMs = (await readNewest(database, board))?.at_ms
  const watch = await readWatchStart(database, board)
  // The time between two watches of a board is not a gap.
  const watchStartMs = watch?.from_ms ?? 0
  const isFirstOfWatch = lastMs === undefined || lastMs < watchStartMs
  const atMs = 'snapshot' in result ? result.snapshot.fetchedAtMs : result.atMs
  if (atMs >= watchStartMs) await endEarlierGap(database, board, watchStartMs)
  if (!('snapshot' in result)) {
    return widenGap(database, board, isFirstOfWatch ? result.atMs : lastMs, result.reason)
  }
  const { fetchedAtMs } = result.snapshot
  if (lastMs !== undefined && fetchedAtMs <= lastMs) {
    // A retry after a lost response: the result is already stored.
    const known = await readNewest(database, board, fetchedAtMs)
    if (known?.at_ms === fetchedAtMs) return
    return widenGap(database, board, lastMs, 'clock')
  }
  await endGap(database, board, fetchedAtMs)
  await recordSnapshot(database, board, { lastMs, ...result })
}

interface RecordedSnapshot {
  readonly snapshot: Snapshot
  /** The fetch time of the previous snapshot. */
  readonly lastMs: number | undefined
  readonly wrongRegionRanks?: readonly number[]
  readonly keepsPlayers?: boolean
}

async function recordSnapshot(
  database: HistoryDatabase,
  board: number,
  { snapshot, lastMs, wrongRegionRanks = [], keepsPlayers = false }: RecordedSnapshot,
): Promise<void> {
  const { fetchedAtMs, ranks, rows } = snapshot
  const rankSet = await ensureRankSet(database, ranks)
  const before = await readRankPoints(database, board, ranks, fetchedAtMs)
  const now = new Map(rows.map(({ rank, points }) => [rank, points]))
  const changed = (ranks ?? [...new Set([...before.keys(), ...now.keys()])])
    .filter((rank) => before.get(rank) !== now.get(rank))
    .map((rank) => ({ board, rank, at_ms: fetchedAtMs, points: now.get(rank) ?? null }))
  for (const part of inChunks(changed)) {
    await database.insertInto('history_points').values(part).execute()
  }
  await database
    .insertInto('history_snapshots')
    .values({ board, at_ms: fetchedAtMs, rank_set: rankSet })
    .execute()
  await recordAnomalies(database, { snapshot, board, lastMs, before, wrongRegionRanks })
  await markChangedDay(database, board, fetchedAtMs)
  await database
    .updateTable('history_boards')
    .set(({ eb }) => ({ snapshots: eb('snapshots', '+', 1) }))
    .where('id', '=', board)
    .execute()
  if (keepsPlayers) await recordPlayers(database, { board, atMs: fetchedAtMs, lastMs, rows })
  const holders = packHolders(rows)
  await database
    .insertInto('history_holders')
    .values({ board, at_ms: fetchedAtMs, holders })
    .onConflict((conflict) => conflict.column('board').doUpdateSet({ at_ms: fetchedAtMs, holders }))
    .execute()
}

async function readWatchStart(database: HistoryDatabase, board: number) {
  return database
    .selectFrom('history_watches')
    .select('from_ms')
    .where('board', '=', board)
    .executeTakeFirst()
}
