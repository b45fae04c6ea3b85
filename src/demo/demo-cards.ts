import { REGIONS, type Region } from '../game/region.ts'
import { cardContentOf } from './cards/card-content.ts'
import type { CardSpec, DrawCards } from './cards/draw-card.ts'
import { DEMO_CARD_OWNERS, demoCardPages, demoPlayer } from './content/demo-player.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** The pages of each card owner of a region, by index in the region's list. */
export type DemoCards = Readonly<Record<Region, readonly (readonly Uint8Array[])[]>>

/** Starts the random numbers of a region's players: the same arguments give the same players. */
export function demoPeople(region: Region, seed: number): SeededRandom {
  return createSeededRandom(seed, `${region}/players`)
}

/** Draws all cards of a demo. One batch, because loading the fonts dominates the time. */
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

/** Returns the cards of each card owner: a list of pages, possibly empty. */
function ordersOf(region: Region, seed: number): CardSpec[][] {
  const people = demoPeople(region, seed)
  const appearance = createSeededRandom(seed, `${region}/cards`)
  return Array.from({ length: DEMO_CARD_OWNERS }, (_, index) => {
    const player = demoPlayer(region, index, { random: people, cards: [] })
    const content = cardContentOf(region, player, appearance.integer(0, 2 ** 32 - 1))
    return ([1, 2] as const)
      .slice(0, demoCardPages(index))
      .map((page): CardSpec => ({ content, page }))
  })
}
