import type { DeckDetail, PlayerSimpleProfile } from '../message-parts.ts'

/** What a left join with `players` gives: nulls for a player who was deleted. */
export interface PlayerColumns {
  readonly hidden: number | null
  readonly profile: string | null
}

/** One row of a board as {@link selectBoardRows} selects it. */
export interface BoardRow extends PlayerColumns {
  readonly rank: number
  readonly point: number
}

/** A row with its deck, and where on the board it stands. */
export interface BoardRowWithDeck extends BoardRow {
  readonly place: number
  readonly deck_key: number | null
  readonly deck: string | null
}

/**
 * The statement over the rows of a board, with parameters `:region` and `:board` and what `condition` adds to
 * narrow the ranks. Rows come by rank, those of a tie in the board's own stable order.
 */
export function selectBoardRows(condition: string): string {
  return `
    SELECT r.rank, r.point, p.hidden, p.profile
    FROM board_rows r ${PLAYER_OF_ROW}
    WHERE r.board_key = :board ${condition}
    ORDER BY r.rank, r.place`
}

/**
 * The same with the deck of each row, a kilobyte of text, so only for the lists that show it; at most `:limit` rows
 * that stand behind `:rank` and `:place`.
 */
export function selectBoardRowsWithDeck(condition = ''): string {
  return `
    SELECT r.rank, r.place, r.point, p.hidden, p.profile, r.deck_key, d.deck
    FROM board_rows r ${PLAYER_OF_ROW}
    LEFT JOIN decks d ON d.deck_key = r.deck_key
    WHERE r.board_key = :board AND (r.rank, r.place) > (:rank, :place) ${condition}
    ORDER BY r.rank, r.place LIMIT :limit`
}

const PLAYER_OF_ROW = 'LEFT JOIN players p ON p.region = :region AND p.account_id = r.account_id'

/**
 * The profile that a list shows beside a row. A hidden player is shown as the game's own boards show everyone, by id
 * and name alone; of a deleted one nothing is known, and the row stands without a profile.
 */
export function shownProfile({ hidden, profile }: PlayerColumns): PlayerSimpleProfile {
  if (profile === null) return {}
  const whole = JSON.parse(profile) as PlayerSimpleProfile
  return hidden === 0 ? whole : { id: whole.id ?? '', name: whole.name ?? '' }
}

/**
 * Makes the function that gives the deck beside a row of one read; empty when the row has none. Rows that share a
 * deck share the object, so that each deck is parsed once; what closes a message copies it.
 */
export function createShownDeck(): (row: BoardRowWithDeck) => DeckDetail {
  const parsed = new Map<number, DeckDetail>()
  return ({ deck_key: key, deck }) => {
    if (key === null || deck === null) return {}
    const known = parsed.get(key) ?? parseDeck(deck)
    parsed.set(key, known)
    return known
  }
}

/** Reads a deck as it is kept. */
export function parseDeck(deck: string): DeckDetail {
  return JSON.parse(deck) as DeckDetail
}
