import type { DeckDetail, PlayerSimpleProfile } from '../message-parts.ts'

/** Columns of a left join with `players`: nulls for a deleted player. */
export interface PlayerColumns {
  readonly hidden: number | null
  readonly profile: string | null
}

/** One row of a board as {@link selectBoardRows} selects it. */
export interface BoardRow extends PlayerColumns {
  readonly rank: number
  readonly point: number
}

/** A row with its deck and its position on the board. */
export interface BoardRowWithDeck extends BoardRow {
  readonly place: number
  readonly deck_key: number | null
  readonly deck: string | null
}

/**
 * Returns the statement over the rows of a board, with parameters `:region` and `:board`;
 * `condition` restricts the ranks. Rows are ordered by rank, those of a tie in the stable order of
 * the board.
 */
export function selectBoardRows(condition: string): string {
  return `
    SELECT r.rank, r.point, p.hidden, p.profile
    FROM board_rows r ${PLAYER_OF_ROW}
    WHERE r.board_key = :board ${condition}
    ORDER BY r.rank, r.place`
}

/**
 * Returns the same statement with the deck of each row (about 1 kB of text), for lists that show
 * decks; at most `:limit` rows after `:rank` and `:place`.
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
 * Returns the profile of a row as clients may see it. A hidden player has only id and name, as on
 * the game's own boards; a deleted player has an empty profile.
 */
export function visibleProfile({ hidden, profile }: PlayerColumns): PlayerSimpleProfile {
  if (profile === null) return {}
  const whole = JSON.parse(profile) as PlayerSimpleProfile
  return hidden === 0 ? whole : { id: whole.id ?? '', name: whole.name ?? '' }
}

/**
 * Creates a function that returns the deck of a row of one read; empty when the row has none. Equal
 * decks share one object, so that each is parsed once; the normalizer copies it.
 */
export function createDeckReader(): (row: BoardRowWithDeck) => DeckDetail {
  const parsed = new Map<number, DeckDetail>()
  return ({ deck_key: key, deck }) => {
    if (key === null || deck === null) return {}
    const deckDetail = parsed.get(key) ?? parseDeck(deck)
    parsed.set(key, deckDetail)
    return deckDetail
  }
}

/** Parses a stored deck. */
export function parseDeck(deck: string): DeckDetail {
  return JSON.parse(deck) as DeckDetail
}
