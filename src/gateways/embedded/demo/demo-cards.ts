import { REGIONS, type Region } from '../../../domain/region.ts'
import { cardContentOf } from './cards/card-content.ts'
import type { CardOrder, DrawCards } from './cards/draw-card.ts'
import { DEMO_CARD_OWNERS, demoCardPages, demoPlayer } from './demo-player.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** The pages of each card owner of a region, by the place in the region's list. */
export type DemoCards = Readonly<Record<Region, readonly (readonly Uint8Array[])[]>>

/** Where the players of a region come from: who starts it anew gets the same players. */
export function demoPeople(region: Region, seed: number): SeededRandom {
  return createSeededRandom(seed, `${region}/players`)
}

/** Draws all cards of a demo. They are drawn together, since the fonts are what takes long to get ready. */
export async function drawDemoCards(seed: number, drawCards: DrawCards): Promise<DemoCards> {
  const orders = REGIONS.map((region) => ordersOf(region, seed))
  const images = await drawCards(orders.flat(2))
  const cards = {} as Record<Region, Uint8Array[][]>
  let used = 0
  for (const [at, region] of REGIONS.entries()) {
    const owners = orders[at] ?? []
    cards[region] = owners.map(({ length }) => images.slice(used, (used += length)))
  }
  return cards
}

/** What is ordered for each card owner: a list of pages, which may be empty. */
function ordersOf(region: Region, seed: number): CardOrder[][] {
  const people = demoPeople(region, seed)
  const looks = createSeededRandom(seed, `${region}/cards`)
  return Array.from({ length: DEMO_CARD_OWNERS }, (_, index) => {
    const player = demoPlayer(region, index, { random: people, cards: [] })
    const content = cardContentOf(region, player, looks.integer(0, 2 ** 32 - 1))
    return ([1, 2] as const)
      .slice(0, demoCardPages(index))
      .map((page): CardOrder => ({ content, page }))
  })
}
