import type { BoardRow } from '../../../game/board.ts'
import { inChunks } from '../../../platform/sql/row-limits.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import { unpackHolders } from '../holder-rows.ts'
import type { HistoryDatabase } from '../history-schema.ts'

/** Maximum players per snapshot whose ranks are stored, because a tie can have any number. */
const PLAYERS_MAX = 1_000

/** Maximum UTF-16 units of a stored account id. */
const PLAYER_ID_MAX = 256

/** A snapshot whose players are recorded. */
export interface PlayersOfSnapshot {
  readonly board: number
  /** Its fetch time, in Unix milliseconds. */
  readonly atMs: number
  /** The fetch time of the previous snapshot. */
  readonly lastMs: number | undefined
  readonly rows: readonly BoardRow[]
}

/**
 * Records the ranks of the players in a snapshot, in the transaction of its caller, before the
 * stored holders of the previous snapshot are replaced. Within a span, only changes are stored. A
 * span ends with its UTC day, and at a stored snapshot without known players.
 */
export async function recordPlayers(
  database: HistoryDatabase,
  { board, atMs, lastMs, rows }: PlayersOfSnapshot,
): Promise<void> {
  const now = ranksOfPlayers(rows.map(({ rank, holders }) => [rank, holders]))
  const span = await database
    .selectFrom('history_player_spans')
    .select(['from_ms', 'until_ms'])
    .where('board', '=', board)
    .orderBy('from_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isContinued =
    span !== undefined &&
    span.until_ms === lastMs &&
    Math.floor(span.from_ms / DAY_MS) === Math.floor(atMs / DAY_MS)
  if (isContinued) {
    const before = await readPlayersAt(database, board, span.until_ms)
    const left = [...before.keys()].filter((player) => !now.has(player))
    const moved = [...now].filter(([player, rank]) => before.get(player) !== rank)
    await insertRanks(database, { board, spanMs: span.from_ms, atMs }, [
      ...moved,
      ...left.map((player) => [player, null] as const),
    ])
    await database
      .updateTable('history_player_spans')
      .set({ until_ms: atMs })
      .where('board', '=', board)
      .where('from_ms', '=', span.from_ms)
      .execute()
    return
  }
  await database
    .insertInto('history_player_spans')
    .values({ board, from_ms: atMs, until_ms: atMs })
    .execute()
  await insertRanks(database, { board, spanMs: atMs, atMs }, [...now])
}

/**
 * Marks the players of a segment of late or imported snapshots as unknown, if it lies within a
 * span. The next recorded snapshot starts another span.
 */
export async function markPlayersUnknown(
  database: HistoryDatabase,
  board: number,
  fromMs: number,
  untilMs: number,
): Promise<void> {
  const span = await database
    .selectFrom('history_player_spans')
    .select('until_ms')
    .where('board', '=', board)
    .where('from_ms', '<', fromMs)
    .orderBy('from_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (span === undefined || span.until_ms < fromMs) return
  await database
    .insertInto('history_player_spans')
    .values({ board, from_ms: fromMs, until_ms: untilMs })
    .execute()
}

/** Reads the players of the previous snapshot from its stored holders. */
async function readPlayersAt(
  database: HistoryDatabase,
  board: number,
  atMs: number,
): Promise<ReadonlyMap<string, number>> {
  const row = await database
    .selectFrom('history_holders')
    .select('holders')
    .where('board', '=', board)
    .where('at_ms', '=', atMs)
    .executeTakeFirst()
  return ranksOfPlayers(unpackHolders(row?.holders ?? '[]'))
}

/** Returns the best rank of each player, of the first {@link PLAYERS_MAX}. */
function ranksOfPlayers(
  rows: Iterable<readonly [rank: number, holders: readonly { readonly id: string }[]]>,
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  for (const [rank, holders] of rows) {
    for (const { id } of holders) {
      if (ranks.size >= PLAYERS_MAX) return ranks
      if (!ranks.has(id) && id.length <= PLAYER_ID_MAX) ranks.set(id, rank)
    }
  }
  return ranks
}

async function insertRanks(
  database: HistoryDatabase,
  {
    board,
    spanMs,
    atMs,
  }: { readonly board: number; readonly spanMs: number; readonly atMs: number },
  ranks: readonly (readonly [player: string, rank: number | null])[],
): Promise<void> {
  const rows = ranks.map(([player, rank]) => ({
    board,
    span_ms: spanMs,
    player,
    at_ms: atMs,
    rank,
  }))
  for (const part of inChunks(rows)) {
    await database.insertInto('history_player_ranks').values(part).execute()
  }
}
