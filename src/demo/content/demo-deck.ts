import type { Region } from '../../game/region.ts'
import type { DeckDetail } from '../../dataset/message-parts.ts'
import { regionNumber } from '../demo-ids.ts'
import { DEMO_LANGUAGES } from '../languages/demo-language.ts'
import type { SeededRandom } from '../../platform/text/seeded-random.ts'

type DeckCard = NonNullable<DeckDetail['cards']>[number]
type MemberCard = NonNullable<DeckCard['memberCard']>

const SLOTS = [0, 1, 2, 3, 4]

/** The numbers of different cards in a region. */
export const DEMO_CARD_COUNTS = { member: 160, support: 90 } as const

/** Returns the id of the member card number `index` of a region. */
export function demoMemberCardId(region: Region, index: number): string {
  return String(regionNumber(region) * 1_000_000 + 1 + (index % DEMO_CARD_COUNTS.member))
}

/** Returns the id of the support card number `index` of a region. */
export function demoSupportCardId(region: Region, index: number): string {
  return String(regionNumber(region) * 1_000_000 + 500_001 + (index % DEMO_CARD_COUNTS.support))
}

/** Creates a member card with random training, possibly none. */
export function demoMemberCard(region: Region, random: SeededRandom): MemberCard {
  return {
    cardId: demoMemberCardId(region, random.integer(0, DEMO_CARD_COUNTS.member - 1)),
    cardRank: random.integer(0, 5),
    exp: random.integer(0, 60_000),
    awakeCount: random.integer(0, 4),
    liveSkillLevel: random.integer(1, 10),
    performanceSkillLevel: random.integer(1, 10),
  }
}

/** Creates a deck of five; sometimes a slot has no support card, or the deck no name. */
export function demoDeck(region: Region, random: SeededRandom): DeckDetail {
  const order = random.shuffled(SLOTS)
  const number = random.integer(1, 9)
  return {
    id: number,
    name: number === 9 ? '' : `${DEMO_LANGUAGES[region].deckName} ${number}`,
    totalPower: random.integer(90_000, 420_000),
    cards: SLOTS.map((slotIndex) => ({
      slotIndex,
      performanceOrderIndex: order[slotIndex] ?? 0,
      memberCard: demoMemberCard(region, random),
      supportCard: random.integer(0, 9) === 0 ? {} : supportCard(region, random),
    })),
  }
}

function supportCard(region: Region, random: SeededRandom) {
  return {
    cardId: demoSupportCardId(region, random.integer(0, DEMO_CARD_COUNTS.support - 1)),
    exp: random.integer(0, 20_000),
    rank: random.integer(0, 5),
  }
}
