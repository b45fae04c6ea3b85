import { growPoint, type Share, FULL_SHARE, type Curve } from '../events/growth.ts'
import { parseDeck, selectBoardRows, visibleProfile, type BoardRow } from './board-row.ts'
import { parseId } from '../parse-id.ts'
import type { HandlerOptions, Handlers } from './handlers.ts'
import type { Region } from '../../game/region.ts'
import { reachedShare } from '../events/event-period.ts'
import { prepareFindBoard } from './find-board.ts'

/**
 * Creates the handlers of event boards and event decks. A board returns all rows of each requested
 * rank, and none for a rank that no player holds. Points grow while the event runs, ranks never
 * change; before the start a board is empty and there are no decks. The deck of a hidden player is
 * unknown, like the profile (the spec's 404: "has not made the profile public").
 */
export function createEventHandlers(
  options: HandlerOptions,
): Pick<Handlers, 'event.ranking' | 'event.deck'> {
  const findEvent = prepareFindEvent(options)
  const rowsOfRank = options.database.prepare(selectBoardRows('AND r.rank = :rank'))
  const deck = options.database.prepare(
    `SELECT d.deck
     FROM event_decks e
     JOIN players p ON p.region = :region AND p.account_id = e.account_id AND p.hidden = 0
     JOIN decks d ON d.deck_key = e.deck_key
     WHERE e.board_key = :board AND e.account_id = :account`,
  )
  return {
    'event.ranking': (region, { eventId, ranks }) => {
      const event = findEvent(region, eventId)
      if (event === undefined) return undefined
      const { board, share } = event
      if (share === undefined) return {}
      const rows = ranks.flatMap((rank) => rowsOfRank.all({ region, board, rank }))
      return { ranking: (rows as unknown as BoardRow[]).map((row) => eventEntry(row, share)) }
    },
    'event.deck': (region, { eventId, playerId }) => {
      const [event, account] = [findEvent(region, eventId), parseId(playerId)]
      if (event?.share === undefined || account === undefined) return undefined
      const row = deck.get({ region, board: event.board, account }) as { deck: string } | undefined
      return row === undefined ? undefined : { deck: parseDeck(row.deck) }
    },
  }
}

function eventEntry(row: BoardRow, share: Share) {
  return { rank: row.rank, point: growPoint(row.point, share), profile: visibleProfile(row) }
}

/** Current state of an event board. */
interface EventBoard {
  readonly board: number
  /**
   * Share of the final points that it shows; `undefined` before the start, when it shows no rows.
   */
  readonly share: Share | undefined
}

interface PeriodRow {
  readonly starts_at_ms: number
  readonly ends_at_ms: number
  readonly repeats_ms: number | null
  readonly curve: string
}

/** Prepares the lookup of event boards. A board without a period always shows all its points. */
function prepareFindEvent({
  database,
  gameNowMs,
}: HandlerOptions): (region: Region, eventId: string) => EventBoard | undefined {
  const findBoard = prepareFindBoard(database, 'event')
  const findPeriod = database.prepare(
    'SELECT starts_at_ms, ends_at_ms, repeats_ms, curve FROM events WHERE board_key = ?',
  )
  return (region, eventId) => {
    const board = findBoard(region, eventId)
    if (board === undefined) return undefined
    const row = findPeriod.get(board) as unknown as PeriodRow | undefined
    return { board, share: row === undefined ? FULL_SHARE : shareNow(row, gameNowMs()) }
  }
}

function shareNow(row: PeriodRow, gameNowMs: number): Share | undefined {
  const period = {
    startsAtMs: row.starts_at_ms,
    endsAtMs: row.ends_at_ms,
    repeatsMs: row.repeats_ms ?? undefined,
    curve: JSON.parse(row.curve) as Curve,
  }
  return reachedShare(period, gameNowMs)
}
