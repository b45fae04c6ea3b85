import { int64String, integer, list, message, text } from '../fields.ts'

/** A member card as a player has it. */
export const deckMemberCardDetail = message('DeckMemberCardDetail', {
  cardId: int64String,
  cardRank: integer,
  exp: integer,
  awakeCount: integer,
  liveSkillLevel: integer,
  performanceSkillLevel: integer,
})

/** A support card as a player has it. */
export const deckSupportCardDetail = message('DeckSupportCardDetail', {
  cardId: int64String,
  exp: integer,
  rank: integer,
})

/** One place of a deck: a member card and its support card. */
export const deckCardDetail = message('DeckCardDetail', {
  slotIndex: integer,
  performanceOrderIndex: integer,
  memberCard: deckMemberCardDetail,
  supportCard: deckSupportCardDetail,
})

/** A deck with its cards. */
export const deckDetail = message('DeckDetail', {
  id: integer,
  name: text,
  totalPower: integer,
  cards: list(deckCardDetail),
})

/** The answer of `event.deck`. */
export const eventGetDeckResponse = message('event.GetDeckResponse', { deck: deckDetail })
