import { int64String, integer, list, message, text } from '../fields.ts'

/** A member card of a player. */
export const deckMemberCardDetail = message('DeckMemberCardDetail', 'A member card of a player.', {
  cardId: int64String,
  cardRank: integer,
  exp: integer,
  awakeCount: integer,
  liveSkillLevel: integer,
  performanceSkillLevel: integer,
})

/** A support card of a player. */
export const deckSupportCardDetail = message(
  'DeckSupportCardDetail',
  'A support card of a player.',
  {
    cardId: int64String,
    exp: integer,
    rank: integer,
  },
)

/** One slot of a deck: a member card and its support card. */
export const deckCardDetail = message('DeckCardDetail', 'One slot of a deck.', {
  slotIndex: integer,
  performanceOrderIndex: integer,
  memberCard: deckMemberCardDetail,
  supportCard: deckSupportCardDetail,
})

/** A deck with its cards. */
export const deckDetail = message('DeckDetail', 'A deck with its cards.', {
  id: integer,
  name: text,
  totalPower: integer,
  cards: list(deckCardDetail),
})

/** The answer of `event.deck`. */
export const eventGetDeckResponse = message('event.GetDeckResponse', 'One deck.', {
  deck: deckDetail,
})
