import { parseDeck, selectBoardRows, shownProfile, type BoardRow } from './board-row.ts'
import { prepareFindBoard } from './find-board.ts'
import { parseId } from '../parse-id.ts'
import type { ReaderOptions, Readers } from './create-readers.ts'

/**
 * Reads event boards and the decks that players use in events. Of a board come all rows of each wanted rank, and
 * nothing for a rank that nobody holds. The deck of a hidden player is as unknown as the profile (the spec's 404:
 * "has not made the profile public").
 */
export function createEventReaders({
  database,
}: ReaderOptions): Pick<Readers, 'event.ranking' | 'event.deck'> {
  const findBoard = prepareFindBoard(database, 'event')
  const rowsOfRank = database.prepare(selectBoardRows('AND r.rank = :rank'))
  const deck = database.prepare(
    `SELECT d.deck
     FROM event_decks e
     JOIN players p ON p.region = :region AND p.account_id = e.account_id AND p.hidden = 0
     JOIN decks d ON d.deck_key = e.deck_key
     WHERE e.board_key = :board AND e.account_id = :account`,
  )
  return {
    'event.ranking': (region, { eventId, ranks }) => {
      const board = findBoard(region, eventId)
      if (board === undefined) return undefined
      const rows = ranks.flatMap((rank) => rowsOfRank.all({ region, board, rank }))
      return { ranking: (rows as unknown as BoardRow[]).map(eventEntry) }
    },
    'event.deck': (region, { eventId, playerId }) => {
      const [board, account] = [findBoard(region, eventId), parseId(playerId)]
      if (board === undefined || account === undefined) return undefined
      const row = deck.get({ region, board, account }) as { deck: string } | undefined
      return row === undefined ? undefined : { deck: parseDeck(row.deck) }
    },
  }
}

function eventEntry(row: BoardRow) {
  return { rank: row.rank, point: row.point, profile: shownProfile(row) }
}
