import { REGIONS, type Region } from '../../../domain/region.ts'
import type { DatasetWriter } from '../dataset-writer.ts'
import { writeDataset } from '../write-dataset.ts'
import { writeDemoAnnouncements } from './demo-announcements.ts'
import { writeDemoArena, writeDemoEvents, writeDemoSongs } from './demo-boards.ts'
import type { DrawCards } from './cards/draw-card.ts'
import { demoPeople, drawDemoCards, type DemoCards } from './demo-cards.ts'
import { writeDemoCircles } from './demo-circles.ts'
import { demoDeck } from './demo-deck.ts'
import { writeDemoGachas } from './demo-gachas.ts'
import { DEMO_PLAYER_COUNTS } from './demo-ids.ts'
import { demoPlayer, isDemoDeleted } from './demo-player.ts'
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
  /** Draws the profile cards. Where they do not matter, something faster may take its place. */
  readonly drawCards?: DrawCards
}

/**
 * Makes the demo: a small dataset of made-up players, boards and texts for the four regions, with much in it that is
 * hard on clients. Ids do not depend on the seed (`demo-ids.ts`); who stands where and with how many points does.
 * Rejects with what went wrong, and then leaves `file` as it was.
 */
export async function createDemoDataset(options: DemoOptions): Promise<void> {
  const { file, seed, onProgress } = options
  await writeDataset(file, async (writer) => {
    // The layout engine and the fonts take a while to load.
    const drawCards = options.drawCards ?? (await import('./cards/draw-card.ts')).drawCards
    const cards = await drawDemoCards(seed, drawCards)
    for (const [at, region] of REGIONS.entries()) {
      writeRegion(writer, { region, seed, cards: cards[region] })
      onProgress?.({ region, done: at + 1, total: REGIONS.length })
    }
  })
}

function writeRegion(
  writer: DatasetWriter,
  { region, seed, cards }: { region: Region; seed: number; cards: DemoCards[Region] },
): void {
  const random = (part: string) => createSeededRandom(seed, `${region}/${part}`)
  const people = demoPeople(region, seed)
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
