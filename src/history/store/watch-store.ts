import type { HistoryStore, WatchState } from '../history-store.ts'
import type { Watch, WatchOrigin } from '../../game/board-watch.ts'
import { boardOf, ensureBoard, findBoard } from './board-store.ts'
import { gapOf } from './gap-store.ts'
import type { HistoryDatabase, HistoryTables } from './history-schema.ts'

/** Creates the access to watches in SQL. */
export function createWatches(
  database: HistoryDatabase,
): Pick<HistoryStore, 'putWatch' | 'removeWatch' | 'watches'> {
  return {
    putWatch: async (watch) => {
      const row = {
        ranks: watch.ranks === undefined ? null : JSON.stringify(watch.ranks),
        cadence_ms: watch.cadenceMs,
        from_ms: watch.fromMs ?? null,
        until_ms: watch.untilMs ?? null,
        paused: watch.paused ? 1 : 0,
        origin: watch.origin,
      }
      await database
        .insertInto('history_watches')
        .values({ board: await ensureBoard(database, watch.board), ...row })
        .onConflict((conflict) => conflict.column('board').doUpdateSet(row))
        .execute()
    },
    removeWatch: async (board) => {
      const id = await findBoard(database, board)
      if (id === undefined) return false
      const { numDeletedRows } = await database
        .deleteFrom('history_watches')
        .where('board', '=', id)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    watches: () => readStates(database),
  }
}

async function readStates(database: HistoryDatabase): Promise<readonly WatchState[]> {
  const rows = await database
    .selectFrom('history_watches as watch')
    .innerJoin('history_boards as board', 'board.id', 'watch.board')
    .leftJoin('history_gaps as gap', (join) =>
      join
        .onRef('gap.board', '=', 'watch.board')
        .on('gap.until_ms', 'is', null)
        // An earlier gap belongs to another watch.
        .on((eb) => eb('gap.from_ms', '>=', eb.fn.coalesce(eb.ref('watch.from_ms'), eb.val(0)))),
    )
    .selectAll('watch')
    .select(['board.region', 'board.kind', 'board.board_id', 'board.snapshots'])
    .select(['gap.from_ms as gap_from_ms', 'gap.reason', 'gap.failures'])
    .select((eb) =>
      eb
        .selectFrom('history_snapshots as snapshot')
        .whereRef('snapshot.board', '=', 'watch.board')
        .select(({ fn }) => fn.max('snapshot.at_ms').as('last'))
        .as('last_ms'),
    )
    .orderBy('board.region')
    .orderBy('board.kind')
    .orderBy('board.id')
    .execute()
  return rows.map((row) => ({
    watch: watchOf(row),
    lastSnapshotMs: row.last_ms ?? undefined,
    gap:
      row.gap_from_ms === null || row.reason === null || row.failures === null
        ? undefined
        : gapOf({
            board: row.board,
            from_ms: row.gap_from_ms,
            until_ms: null,
            reason: row.reason,
            failures: row.failures,
          }),
    snapshots: row.snapshots,
  }))
}

function watchOf(
  row: HistoryTables['history_watches'] & { region: string; kind: string; board_id: string },
): Watch {
  return {
    board: boardOf(row),
    ranks: row.ranks === null ? undefined : (JSON.parse(row.ranks) as number[]),
    cadenceMs: row.cadence_ms,
    fromMs: row.from_ms ?? undefined,
    untilMs: row.until_ms ?? undefined,
    paused: row.paused === 1,
    origin: row.origin as WatchOrigin,
  }
}
