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
  readonly deck: string | null
}

/**
 * The statement over the rows of a board, with parameters `:region` and `:board` and what `condition` adds to
 * narrow the ranks. Rows come by rank, those of a tie in the board's own stable order.
 */
export function selectBoardRows(condition: string, limit = ''): string {
  return `
    SELECT r.rank, r.point, p.hidden, p.profile, d.deck
    FROM board_rows r
    LEFT JOIN players p ON p.region = :region AND p.account_id = r.account_id
    LEFT JOIN decks d ON d.deck_key = r.deck_key
    WHERE r.board_key = :board ${condition}
    ORDER BY r.rank, r.place ${limit}`
}

/**
 * The profile that a list shows beside a row. A hidden player is shown as the game's own boards show everyone, by id
 * and name alone; of a deleted one nothing is known, and the row stands without a profile.
 */
export function shownProfile({ hidden, profile }: PlayerColumns): PlayerSimpleProfile {
  if (profile === null) return {}
  const whole = JSON.parse(profile) as PlayerSimpleProfile
  return hidden === 0 ? whole : { id: whole.id ?? '', name: whole.name ?? '' }
}

/** The deck beside a row; empty when the row has none. */
export function shownDeck({ deck }: Pick<BoardRow, 'deck'>): DeckDetail {
  return deck === null ? {} : (JSON.parse(deck) as DeckDetail)
}
