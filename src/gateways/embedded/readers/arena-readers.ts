import {
  createShownDeck,
  selectBoardRowsWithDeck,
  shownProfile,
  type BoardRowWithDeck,
} from './board-row.ts'
import { prepareFindBoard } from './find-board.ts'
import type { DeckTrend } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import type { ReaderOptions, Readers } from './create-readers.ts'

/**
 * Reads arena boards and deck trends. A board that is known always tells its highest held rank (none when it is
 * empty), also for a window behind its end. A band's board has ranks of its own.
 */
export function createArenaReaders({
  database,
}: ReaderOptions): Pick<Readers, 'arena.ranking' | 'arena.deckTrend'> {
  const findBoard = prepareFindBoard(database, 'arena')
  const rows = database.prepare(selectBoardRowsWithDeck('AND r.rank BETWEEN :first AND :last'))
  const highest = database.prepare(
    'SELECT coalesce(max(rank), 0) AS rank FROM board_rows WHERE board_key = ?',
  )
  const trend = database.prepare(
    'SELECT trend FROM deck_trends WHERE region = ? AND arena_season_id = ? AND music_id = ?',
  )
  return {
    'arena.ranking': (region, { arenaSeasonId, bandId, rankingStart, rankingEnd }) => {
      const board = findBoard(region, arenaSeasonId, bandId)
      if (board === undefined) return undefined
      const { rank } = highest.get(board) as { rank: number }
      const [first, last] = [parseId(rankingStart), parseId(rankingEnd)]
      const window =
        first === undefined || last === undefined ? [] : rows.all({ region, board, first, last })
      return {
        maxRank: String(rank),
        ranking: (window as unknown as BoardRowWithDeck[]).map(arenaEntries()),
      }
    },
    'arena.deckTrend': (region, args) => {
      const [arenaSeasonId, musicId] = [parseId(args.arenaSeasonId), parseId(args.musicId)]
      if (arenaSeasonId === undefined || musicId === undefined) return undefined
      const row = trend.get(region, arenaSeasonId, musicId) as { trend: string } | undefined
      return row === undefined ? undefined : (JSON.parse(row.trend) as DeckTrend)
    },
  }
}

/** Turns the rows of one read into entries. */
function arenaEntries() {
  const shownDeck = createShownDeck()
  return (row: BoardRowWithDeck) => ({
    rank: row.rank,
    point: row.point,
    profile: shownProfile(row),
    deck: shownDeck(row),
  })
}
