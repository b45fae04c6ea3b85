import { int64String, integer, list, message, text } from '../fields.ts'

export const deckMemberCardDetail = message('DeckMemberCardDetail', {
  cardId: int64String,
  cardRank: integer,
  exp: integer,
  awakeCount: integer,
  liveSkillLevel: integer,
  performanceSkillLevel: integer,
})

export const deckSupportCardDetail = message('DeckSupportCardDetail', {
  cardId: int64String,
  exp: integer,
  rank: integer,
})

export const deckCardDetail = message('DeckCardDetail', {
  slotIndex: integer,
  performanceOrderIndex: integer,
  memberCard: deckMemberCardDetail,
  supportCard: deckSupportCardDetail,
})

export const deckDetail = message('DeckDetail', {
  id: integer,
  name: text,
  totalPower: integer,
  cards: list(deckCardDetail),
})

export const eventGetDeckResponse = message('event.GetDeckResponse', { deck: deckDetail })
