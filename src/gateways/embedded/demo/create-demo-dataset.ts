import { setImmediate as nextTurn } from 'node:timers/promises'
import { REGIONS, type Region } from '../../../domain/region.ts'
import type { DatasetWriter } from '../dataset-writer.ts'
import { writeDataset } from '../write-dataset.ts'
import { countRows } from './count-rows.ts'
import { writeDemoAnnouncements } from './demo-announcements.ts'
import { demoBoardRows, writeDemoArena, writeDemoEvents, writeDemoSongs } from './demo-boards.ts'
import type { DrawCards } from './cards/draw-card.ts'
import { demoPeople, drawDemoCards, type DemoCards } from './demo-cards.ts'
import { writeDemoCircles } from './demo-circles.ts'
import { demoDeck } from './demo-deck.ts'
import { writeDemoGachas } from './demo-gachas.ts'
import { DEMO_PLAYERS_MAX, DEMO_PLAYERS_MIN, demoPlayerCounts } from './demo-ids.ts'
import { demoCircleRows, demoMoreCircles, writeDemoMoreCircles } from './demo-more-circles.ts'
import { demoPlayer, isDemoDeleted } from './demo-player.ts'
import { createSeededRandom } from './seeded-random.ts'

/** How many decks a region has. Where there are more players, they share. */
const DECKS = 350

/** How many rows lie between two tellings of progress. */
const ROWS_BETWEEN = 10_000

/** How far the making of a demo is. */
export interface DemoProgress {
  /** The region that is being written. */
  readonly region: Region
  /** Rows of players, boards and circles that are written, and how many there will be in all. */
  readonly rows: number
  readonly totalRows: number
}

/** What a demo is made from. */
export interface DemoOptions {
  /** Where the dataset goes. A dataset that stands there is replaced when the new one is whole. */
  readonly file: string
  /** Any safe integer. The same seed and number of players give the same content. */
  readonly seed: number
  /** How many players all regions have together: {@link DEMO_PLAYERS_MIN} (the default) to {@link DEMO_PLAYERS_MAX}. */
  readonly players?: number
  /** Called every ten thousand rows and after each region. What it throws ends the making. */
  readonly onProgress?: (progress: DemoProgress) => void
  /** Ends the making, within seconds. */
  readonly signal?: AbortSignal | undefined
  /** Draws the profile cards. Where they do not matter, something faster may take its place. */
  readonly drawCards?: DrawCards
}

/** One region in the making. */
interface RegionPlan {
  readonly writer: DatasetWriter
  readonly region: Region
  readonly seed: number
  readonly count: number
  readonly cards: DemoCards[Region]
  /** Lets everything else of the process have its turn; throws when the making was ended. */
  readonly breathe: () => Promise<void>
}

/**
 * Makes the demo: a dataset of made-up players, boards and texts for the four regions, with much in it that is
 * hard on clients. Ids do not depend on the seed (`demo-ids.ts`); who stands where and with how many points does.
 * Rows are made one by one, so memory stays the same for any number of players. Rejects with what went wrong, and
 * then leaves `file` as it was.
 */
export async function createDemoDataset({
  file,
  seed,
  players = DEMO_PLAYERS_MIN,
  onProgress,
  signal,
  drawCards,
}: DemoOptions): Promise<void> {
  checkPlayers(players)
  const counts = demoPlayerCounts(players)
  const totalRows = REGIONS.reduce((sum, region) => sum + demoRows(region, counts[region]), 0)
  const breathe = async () => {
    await nextTurn()
    signal?.throwIfAborted()
  }
  let rows = 0
  await writeDataset(file, async (writer) => {
    writer.markDemo()
    // The layout engine and the fonts take a while to load.
    const draw = drawCards ?? (await import('./cards/draw-card.ts')).drawCards
    const cards = await drawDemoCards(seed, draw)
    for (const region of REGIONS) {
      const tell = () => onProgress?.({ region, rows, totalRows })
      const counting = countRows(writer, () => {
        rows += 1
        if (rows % ROWS_BETWEEN === 0) tell()
      })
      const plan = { region, seed, count: counts[region], cards: cards[region], breathe }
      await writeRegion({ writer: counting, ...plan })
      tell()
    }
  })
}

function checkPlayers(players: number): void {
  if (players >= DEMO_PLAYERS_MIN && players <= DEMO_PLAYERS_MAX && Number.isInteger(players))
    return
  throw new RangeError(
    `A demo has a whole number of players from ${DEMO_PLAYERS_MIN} to ${DEMO_PLAYERS_MAX}.`,
  )
}

function demoRows(region: Region, count: number): number {
  let players = 0
  for (let index = 0; index < count; index += 1) if (!isDemoDeleted(index)) players += 1
  return players + demoBoardRows(count) + demoCircleRows(region, count)
}

async function writeRegion(plan: RegionPlan): Promise<void> {
  const { writer, region, seed, count, cards, breathe } = plan
  const random = (part: string) => createSeededRandom(seed, `${region}/${part}`)
  const people = demoPeople(region, seed)
  for (let index = 0; index < count; index += 1) {
    const player = demoPlayer(region, index, { random: people, cards: cards[index] ?? [] })
    if (!isDemoDeleted(index)) writer.addPlayer(region, player)
    if (index % ROWS_BETWEEN === 0) await breathe()
  }
  const craft = random('decks')
  const decks = Array.from({ length: DECKS }, () => writer.addDeck(demoDeck(region, craft)))
  const deckKeyOf = (index: number) => decks[index % DECKS] ?? 0
  const material = { writer, region, count, random, deckKeyOf }
  for (const write of [writeDemoEvents, writeDemoArena, writeDemoSongs]) {
    write(material)
    await breathe()
  }
  const more = demoMoreCircles(region, count)
  writeDemoCircles(writer, region, { random: random('circles'), more })
  writeDemoMoreCircles(writer, region, { count, random: random('circles/more') })
  await breathe()
  writeDemoGachas(writer, region)
  writeDemoAnnouncements(writer, region)
}
