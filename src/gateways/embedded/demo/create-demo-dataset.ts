import { REGIONS, type Region } from '../../../domain/region.ts'
import type { DatasetWriter } from '../dataset-writer.ts'
import { writeDataset } from '../write-dataset.ts'
import { writeDemoAnnouncements } from './demo-announcements.ts'
import { writeDemoArena, writeDemoEvents, writeDemoSongs } from './demo-boards.ts'
import { writeDemoCircles } from './demo-circles.ts'
import { demoDeck } from './demo-deck.ts'
import { writeDemoGachas } from './demo-gachas.ts'
import { DEMO_PLAYER_COUNTS } from './demo-ids.ts'
import { DEMO_CARD_OWNERS, demoCardPages, demoPlayer, isDemoDeleted } from './demo-player.ts'
import { drawCard, renderCards } from './draw-card.ts'
import { createSeededRandom } from './seeded-random.ts'

/** How many decks a region has. Where there are more players, they share. */
const DECKS = 350

/** How far the making of a demo is. */
export interface DemoProgress {
  /** The region that has just been written. */
  readonly region: Region
  /** Regions written so far, this one included, and in all. */
  readonly done: number
  readonly total: number
}

/** What a demo is made from. */
export interface DemoOptions {
  /** Where the dataset goes. A dataset that stands there is replaced when the new one is whole. */
  readonly file: string
  /** Any safe integer. The same seed gives the same content. */
  readonly seed: number
  /** Called after each region. What it throws ends the making. */
  readonly onProgress?: (progress: DemoProgress) => void
}

/**
 * Makes the demo: a small dataset of made-up players, boards and texts for the four regions, with much in it that is
 * hard on clients. Ids do not depend on the seed (`demo-ids.ts`); who stands where and with how many points does.
 * Rejects with what went wrong, and then leaves `file` as it was.
 */
export async function createDemoDataset({ file, seed, onProgress }: DemoOptions): Promise<void> {
  await writeDataset(file, async (writer) => {
    for (const [at, region] of REGIONS.entries()) {
      await writeRegion(writer, region, seed)
      onProgress?.({ region, done: at + 1, total: REGIONS.length })
    }
  })
}

async function writeRegion(writer: DatasetWriter, region: Region, seed: number): Promise<void> {
  const random = (part: string) => createSeededRandom(seed, `${region}/${part}`)
  const cards = await drawCards(region, seed)
  const people = random('players')
  for (let index = 0; index < DEMO_PLAYER_COUNTS[region]; index += 1) {
    const player = demoPlayer(region, index, { random: people, cards: cards[index] ?? [] })
    if (!isDemoDeleted(index)) writer.addPlayer(region, player)
  }
  const craft = random('decks')
  const decks = Array.from({ length: DECKS }, () => writer.addDeck(demoDeck(region, craft)))
  const deckKeys = Array.from(
    { length: DEMO_PLAYER_COUNTS[region] },
    (_, index) => decks[index % DECKS] as number,
  )
  writeDemoEvents({ writer, region, random: random('events'), deckKeys })
  writeDemoArena({ writer, region, random: random('arena'), deckKeys })
  writeDemoSongs({ writer, region, random: random('songs'), deckKeys })
  writeDemoCircles(writer, region, random('circles'))
  writeDemoGachas(writer, region)
  writeDemoAnnouncements(writer, region)
}

/** The pages of each card owner, by the place in the region's list. All are drawn together. */
async function drawCards(region: Region, seed: number): Promise<Uint8Array[][]> {
  const random = createSeededRandom(seed, `${region}/cards`)
  const pages = Array.from({ length: DEMO_CARD_OWNERS }, (_, index) => demoCardPages(index))
  const images = await renderCards(pages.flatMap((count) => pictures(random, count)))
  let used = 0
  return pages.map((count) => images.slice(used, (used += count)))
}

function pictures(random: ReturnType<typeof createSeededRandom>, count: number): string[] {
  return Array.from({ length: count }, () => drawCard(random))
}
