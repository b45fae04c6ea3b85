import type { MessageOf } from '../../game/operations.ts'
import {
  createDeckReader,
  selectBoardRowsWithDeck,
  visibleProfile,
  type BoardRowWithDeck,
} from './board-row.ts'
import { prepareFindBoard } from './find-board.ts'
import { readInChunks } from './read-in-chunks.ts'
import type { DeckTrend } from '../message-parts.ts'
import { parseId } from '../parse-id.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'

/**
 * Creates the handlers of arena boards and deck trends. A known board always has its highest held
 * rank (none when it is empty), also for a window beyond its end. A band's board has its own ranks.
 */
export function createArenaHandlers({
  database,
}: HandlerOptions): Pick<Handlers, 'arena.ranking' | 'arena.deckTrend'> {
  const findBoard = prepareFindBoard(database, 'arena')
  const rows = database.prepare(selectBoardRowsWithDeck('AND r.rank <= :last'))
  const highest = database.prepare(
    'SELECT coalesce(max(rank), 0) AS rank FROM board_rows WHERE board_key = ?',
  )
  const trend = database.prepare(
    'SELECT trend FROM deck_trends WHERE region = ? AND arena_season_id = ? AND music_id = ?',
  )
  return {
    'arena.ranking': (region, { arenaSeasonId, bandId, rankingStart, rankingEnd }, context) => {
      const board = findBoard(region, arenaSeasonId, bandId)
      if (board === undefined) return undefined
      const { rank: maxRank } = highest.get(board) as { rank: number }
      const [first, last] = [parseId(rankingStart), parseId(rankingEnd)]
      const answer = (ranking: ArenaEntry[]) => ({ maxRank: String(maxRank), ranking })
      if (first === undefined || last === undefined) return answer([])
      const ranking = readInChunks<BoardRowWithDeck, ArenaEntry>({
        rowsAfter: (position, limit) => {
          // Places are positive, so this is before every row of the first rank.
          const { rank, place } = position ?? { rank: first, place: 0 }
          return rows.all({ region, board, rank, place, last, limit }) as never
        },
        toEntry: arenaEntries(),
        context,
      })
      return ranking instanceof Promise ? ranking.then(answer) : answer(ranking)
    },
    'arena.deckTrend': (region, args) => {
      const [arenaSeasonId, musicId] = [parseId(args.arenaSeasonId), parseId(args.musicId)]
      if (arenaSeasonId === undefined || musicId === undefined) return undefined
      const row = trend.get(region, arenaSeasonId, musicId) as { trend: string } | undefined
      return row === undefined ? undefined : (JSON.parse(row.trend) as DeckTrend)
    },
  }
}

type ArenaEntry = NonNullable<MessageOf<'arena.ranking'>['ranking']>[number]

/** Returns a function that converts the rows of one read into entries. */
function arenaEntries(): (row: BoardRowWithDeck) => ArenaEntry {
  const shownDeck = createDeckReader()
  return (row) => ({
    rank: row.rank,
    point: row.point,
    profile: visibleProfile(row),
    deck: shownDeck(row),
  })
}
